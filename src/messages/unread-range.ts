import { endsOf, exactRange, type Range, rangeQuery } from "./fetch.ts";
import { BITS } from "./flag.ts";
import { isHeld } from "./held.ts";
import type { NarrowContext } from "./narrow/context.ts";
import { asksForUnread } from "./narrow/history.ts";
import type { Term } from "./narrow/terms.ts";
import { isRead } from "./queries.ts";

/** A message, and the conversation that it was sent to, where what was read of it is kept. */
export interface Sent {
  readonly id: number;
  readonly place: number;
}

interface Told {
  readonly place: number;
  readonly isRead: boolean;
  readonly ids: number[];
}

/** Which messages there are in a range, and which of them the reader has not read: thousands are marked at once. */
export async function readUnreadRange(context: NarrowContext, terms: readonly Term[], range: Range) {
  const { sql, reader } = context;
  const exact = await exactRange(context, terms, range);
  const isOwn = sql`m.is_direct or coalesce(f.bits, 0) & ${BITS.historical} <> 0 or ${isHeld(sql, reader.id)}`;
  const state = terms.some(asksForUnread) ? sql`false` : sql`${isRead(sql, reader.id)} or not (${isOwn})`;
  const wanted = sql`m.id, coalesce(m.origin_id, m.conversation_id) as place, ${state} as is_read`;
  const query = rangeQuery(context, exact, wanted);
  const told =
    query === undefined
      ? []
      : await sql<Told[]>`
          select p.place, p.is_read, array_agg(p.id) as ids from (${query}) p group by p.place, p.is_read`;
  const ids = told.flatMap((group) => group.ids).sort((a, b) => a - b);
  const unread = told.flatMap((group): Sent[] =>
    group.isRead ? [] : group.ids.map((id) => ({ id, place: group.place })),
  );
  return { ids, unread: unread.sort((a, b) => a.id - b.id), ...endsOf(exact, ids) };
}
