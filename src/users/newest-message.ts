import type { Runner } from "../db/database.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";

/** The newest message that the user received, or -1. Each conversation is one look at the end of an index. */
export async function newestMessageId(model: Model, user: User, sql: Runner): Promise<number> {
  const channels = [...(model.channelsOf.get(user.id) ?? [])];
  const from = channels.map((id) => model.subscribers.get(id)?.get(user.id) ?? 0);
  const direct = [...(model.conversationsOf.get(user.id) ?? [])];
  const [row] = await sql<{ id: number | null }[]>`
    select max(newest.id) as id
    from unnest(${[...channels, ...direct]}::int8[], ${[...from, ...direct.map(() => 0)]}::int8[]) as c (id, since),
    lateral (
      select m.id from message m
      where m.realm_id = ${model.realm.id} and m.conversation_id = c.id and m.id >= c.since
      order by m.id desc limit 1
    ) newest`;
  return row?.id ?? -1;
}
