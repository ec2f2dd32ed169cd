import type { RowStore } from "../db/tx.ts";

/** What belongs to a message that is a widget: what it is, and then what people do with it. */
export interface Submessage {
  readonly id: number;
  readonly messageId: number;
  readonly senderId: number;
  readonly msgType: string;
  /** JSON. */
  readonly content: string;
}

export const submessageStore: RowStore<Submessage> = {
  insertion: (sql, realmId, submessages) => sql`
    insert into submessage (realm_id, id, message_id, sender_id, msg_type, content)
    select ${realmId}, id, message_id, sender_id, msg_type, content
    from unnest(
      ${submessages.map(({ id }) => id)}::int8[],
      ${submessages.map(({ messageId }) => messageId)}::int8[],
      ${submessages.map(({ senderId }) => senderId)}::int8[],
      ${submessages.map(({ msgType }) => msgType)}::text[],
      ${submessages.map(({ content }) => content)}::text[]
    ) as submessage (id, message_id, sender_id, msg_type, content)`,
};

export const presentSubmessage = ({ id, messageId, senderId, msgType, content }: Submessage) => ({
  id,
  message_id: messageId,
  sender_id: senderId,
  msg_type: msgType,
  content,
});
