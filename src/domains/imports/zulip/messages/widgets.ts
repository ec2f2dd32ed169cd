import { type Json, textAt } from "#domains/imports/common/json.ts";
import type { StagedRow } from "#domains/imports/staging/table-rows.ts";
import type { Staging } from "#domains/imports/staging/staging.ts";
import type { ZulipPeople } from "../people.ts";
import { idAt, type ZulipTables } from "../tables.ts";

type Submessage = NonNullable<StagedRow<"messages">["submessages"]>[number];

const TABLE = "zerver_submessage";
const MAX_LENGTH = 100_000;

/**
 * What makes a message a poll or a list of tasks, and what people have done with it since, by the old ID of the message.
 * The table is in one file for the whole organization, or beside the messages that it belongs to.
 */
export function zulipWidgets(staging: Staging, tables: ZulipTables, people: ZulipPeople) {
  const byMessage = (rows: readonly Json[]) =>
    Map.groupBy(rows, (row) => idAt(row, "message") || idAt(row, "message_id"));
  const all = byMessage(tables.rows(TABLE));
  const seen = new Set<number>();

  const staged = async (row: Json): Promise<Submessage | undefined> => {
    const [id, sender] = [idAt(row, "id"), idAt(row, "sender") || idAt(row, "sender_id")];
    const [msg_type, content] = [textAt(row, "msg_type"), textAt(row, "content")];
    const isGood = id !== 0 && sender !== 0 && msg_type === "widget" && content !== "" && content.length <= MAX_LENGTH;
    if (!isGood || seen.has(id)) return undefined;
    seen.add(id);
    return { id, sender_id: await people.sender(staging, sender), msg_type, content };
  };

  return {
    /** Those of the messages of a file. */
    inFile(file: ZulipTables) {
      const here = byMessage(file.rows(TABLE));
      return async (messageId: number): Promise<Submessage[]> => {
        const rows = [...(all.get(messageId) ?? []), ...(here.get(messageId) ?? [])];
        all.delete(messageId);
        const submessages: Submessage[] = [];
        for (const row of rows.toSorted((a, b) => idAt(a, "id") - idAt(b, "id"))) {
          const submessage = await staged(row);
          if (submessage === undefined) staging.leaveOut("parts of polls and of lists of tasks that cannot be read");
          else submessages.push(submessage);
        }
        return submessages;
      };
    },
  };
}

export type ZulipWidgets = ReturnType<typeof zulipWidgets>;
