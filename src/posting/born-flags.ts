import type { RowStore } from "../db/tx.ts";

/** What is true of a new message for some of its readers only. */
export interface BornFlags {
  /** Bits by user: see messages/flag.ts. */
  readonly bits?: Readonly<Record<string, number>>;
  /** Who counts as having read it, besides the sender. */
  readonly readBy?: readonly number[];
}

interface FlagRow {
  readonly userId: number;
  readonly messageId: number;
  readonly bits: number;
}

export const flagStore: RowStore<FlagRow> = {
  insertion: (sql, realmId, rows) => sql`
    insert into message_flag (realm_id, user_id, message_id, bits)
    select ${realmId}, user_id, message_id, bits
    from unnest(
      ${rows.map(({ userId }) => userId)}::int8[],
      ${rows.map(({ messageId }) => messageId)}::int8[],
      ${rows.map(({ bits }) => bits)}::int2[]
    ) as flag (user_id, message_id, bits)`,
};

interface ReadRow {
  readonly userId: number;
  readonly conversationId: number;
  /** A multirange of message IDs, as text. */
  readonly ranges: string;
}

export const readStore: RowStore<ReadRow> = {
  insertion: (sql, realmId, rows) => sql`
    insert into read_state (realm_id, user_id, conversation_id, ranges)
    select * from (
      select ${realmId}::int, user_id, conversation_id, range_agg(ranges::int8multirange)
      from unnest(
        ${rows.map(({ userId }) => userId)}::int8[],
        ${rows.map(({ conversationId }) => conversationId)}::int8[],
        ${rows.map(({ ranges }) => ranges)}::text[]
      ) as read (user_id, conversation_id, ranges)
      group by user_id, conversation_id
    ) as read`,
  onConflict: (sql) => sql`
    on conflict (realm_id, user_id, conversation_id) do update set ranges = read_state.ranges + excluded.ranges`,
};
