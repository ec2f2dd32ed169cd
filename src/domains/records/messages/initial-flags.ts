import { rowStore } from "#engine/db/batch-insert.ts";

/** The state of a new message that differs between its readers. */
export interface InitialFlags {
  /** Bits by user ID: see post/flag.ts. */
  readonly bits?: Readonly<Record<string, number>>;
  /** Users who count as having read it, besides the sender. */
  readonly readBy?: readonly number[];
  /** Users who receive it without being subscribed. */
  readonly also?: readonly number[] | undefined;
}

interface FlagRow {
  readonly userId: number;
  readonly messageId: number;
  readonly bits: number;
}

export const flagStore = rowStore<FlagRow>("message_flag", {
  user_id: ["int8", ({ userId }) => userId],
  message_id: ["int8", ({ messageId }) => messageId],
  bits: ["int2", ({ bits }) => bits],
});

interface ReadRow {
  readonly userId: number;
  readonly conversationId: number;
  /** A multirange of message IDs, as text. */
  readonly ranges: string;
}

/** Built as text and parsed once, which takes a third less time than `range_agg`: there can be thousands. */
const ALL_RANGES = `
  coalesce(replace(string_agg(ranges, ',') filter (where ranges <> '{}'), '},{', ','), '{}')::int8multirange`;

export const readStore = rowStore<ReadRow>(
  "read_state",
  {
    user_id: ["int8", ({ userId }) => userId],
    conversation_id: ["int8", ({ conversationId }) => conversationId],
    ranges: ["text", ({ ranges }) => ranges, ALL_RANGES],
  },
  {
    groupBy: "user_id, conversation_id",
    onConflict: "(realm_id, user_id, conversation_id) do update set ranges = read_state.ranges + excluded.ranges",
  },
);
