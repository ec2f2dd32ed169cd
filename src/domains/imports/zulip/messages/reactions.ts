import { type Json, textAt } from "#domains/imports/common/json.ts";
import type { StagedRow } from "#domains/imports/staging/table-rows.ts";
import type { Staging } from "#domains/imports/staging/staging.ts";
import type { ZulipPeople } from "../people.ts";
import { idAt, type ZulipTables } from "../tables.ts";

type Reaction = NonNullable<StagedRow<"messages">["reactions"]>[number];

const UNICODE = /^[0-9a-f]{1,8}(?:-[0-9a-f]{1,8})*$/;

/** Reactions by the old ID of their message, in the order in which they were made. */
export function zulipReactions(
  staging: Staging,
  tables: ZulipTables,
  people: ZulipPeople,
  hasEmoji: (id: number) => boolean,
) {
  const byMessage = Map.groupBy(tables.rows("zerver_reaction"), (row) => idAt(row, "message"));
  return {
    async of(messageId: number): Promise<Reaction[]> {
      const rows = (byMessage.get(messageId) ?? []).toSorted((a, b) => idAt(a, "id") - idAt(b, "id"));
      byMessage.delete(messageId);
      const found = new Map<string, Reaction>();
      for (const row of rows) {
        const emoji = emojiOf(row, hasEmoji);
        if (emoji === undefined || idAt(row, "user_profile") === 0)
          staging.leaveOut("reactions whose emoji is not there");
        else {
          const user_id = await people.sender(staging, idAt(row, "user_profile"));
          found.set(`${user_id} ${emoji.reaction_type} ${emoji.emoji_code}`, { user_id, ...emoji });
        }
      }
      return [...found.values()];
    },
  };
}

export type Reactions = ReturnType<typeof zulipReactions>;

function emojiOf(row: Json, hasEmoji: (id: number) => boolean): Omit<Reaction, "user_id"> | undefined {
  const [type, code] = [textAt(row, "reaction_type"), textAt(row, "emoji_code")];
  const name = textAt(row, "emoji_name")
    .replace(/\p{Cc}/gu, "")
    .slice(0, 100);
  if (name === "") return undefined;
  const emoji = { emoji_code: code, emoji_name: name };
  if (type === "unicode_emoji" && UNICODE.test(code) && code.length <= 100) return { reaction_type: type, ...emoji };
  if (type === "realm_emoji" && hasEmoji(Number(code))) return { reaction_type: type, ...emoji };
  return type === "zulip_extra_emoji" && code === "zulip" ? { reaction_type: type, ...emoji } : undefined;
}
