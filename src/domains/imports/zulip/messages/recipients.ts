import type { NewIds } from "#domains/imports/common/ids.ts";
import { numberAt } from "#domains/imports/common/json.ts";
import type { Staging } from "#domains/imports/staging/staging.ts";
import type { ZulipPeople } from "../people.ts";
import { idAt, type ZulipTables } from "../tables.ts";

/** Where a message went: a channel, or the people who have it. */
export type ZulipRecipient =
  | { readonly kind: "channel"; readonly channelId: number }
  /** Without the sender, if it is one person. */
  | { readonly kind: "people"; readonly userIds: readonly number[] };

const [PERSON, CHANNEL, PEOPLE] = [1, 2, 3];

export function zulipRecipients(staging: Staging, tables: ZulipTables, people: ZulipPeople, ids: NewIds) {
  const members = Map.groupBy(tables.rows("zerver_subscription"), (row) => idAt(row, "recipient"));
  const recipients = new Map<number, ZulipRecipient>();
  for (const row of tables.rows("zerver_recipient")) {
    const [id, of] = [idAt(row, "id"), idAt(row, "type_id")];
    const type = numberAt(row, "type");
    if (type === CHANNEL) recipients.set(id, { kind: "channel", channelId: of });
    if (type === PERSON) recipients.set(id, { kind: "people", userIds: [of] });
    if (type !== PEOPLE) continue;
    const userIds = (members.get(id) ?? []).map((member) => idAt(member, "user_profile"));
    recipients.set(id, { kind: "people", userIds });
  }
  const conversations = new Map<string, number>();
  return {
    of: (id: number): ZulipRecipient | undefined => recipients.get(id),
    /** The conversation of people, which is made when the first message needs it. */
    async conversation(given: readonly number[]): Promise<number> {
      const userIds = [...new Set(given)].sort((a, b) => a - b);
      for (const id of userIds) await people.sender(staging, id);
      const known = conversations.get(userIds.join());
      if (known !== undefined) return known;
      const id = ids.next();
      conversations.set(userIds.join(), id);
      await staging.row("direct_conversations", { id, user_ids: userIds });
      return id;
    },
  };
}

export type ZulipRecipients = ReturnType<typeof zulipRecipients>;
