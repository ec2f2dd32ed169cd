import type { ReadSql } from "#engine/db/database.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";

/** The newest message that the user received, or -1. Each conversation costs one lookup at the end of an index. */
export async function newestMessageId(model: Model, user: User, sql: ReadSql): Promise<number> {
  const places = [...currentChannels(model, user), ...formerChannels(model, user), ...directConversations(model, user)];
  const [row] = await sql<{ id: number | null }[]>`
    select max(newest.id) as id
    from unnest(
      ${places.map(({ id }) => id)}::int8[], ${places.map(({ from }) => from)}::int8[],
      ${places.map(({ until }) => until)}::int8[]
    ) as c (id, since, until),
    lateral (
      select m.id from message m
      where m.realm_id = ${model.realm.id} and m.conversation_id = c.id and m.id >= c.since and m.id < c.until
      order by m.id desc limit 1
    ) newest`;
  return row?.id ?? -1;
}

export const newestMessageOf = (realm: RealmRuntime, user: User): Promise<number> =>
  newestMessageId(realm.model, user, readPool(realm));

/** The part of a conversation that a user received. */
interface Place {
  readonly id: number;
  readonly from: number;
  readonly until: number;
}

const END = Number.MAX_SAFE_INTEGER;

const currentChannels = (model: Model, user: User): Place[] =>
  [...(model.channelsOf.get(user.id) ?? [])].map((id) => ({
    id,
    from: model.subscribers.get(id)?.get(user.id) ?? 0,
    until: END,
  }));

function formerChannels(model: Model, user: User): Place[] {
  return [...model.endedSpans].flatMap(([id, spansOf]) => {
    const last = spansOf.get(user.id)?.at(-1);
    return last === undefined ? [] : [{ id, from: last[0], until: last[1] }];
  });
}

const directConversations = (model: Model, user: User): Place[] =>
  [...(model.conversationsOf.get(user.id) ?? [])].map((id) => ({ id, from: 0, until: END }));
