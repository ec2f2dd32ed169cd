import type { BackgroundSql, TxSql, WriteSql } from "#engine/db/database.ts";
import type { Invocation } from "../../commands/invocation.ts";

/** A call of a bot's server for a command that somebody has used. */
export interface InvocationCall {
  readonly realmId: number;
  readonly botId: number;
  readonly id: number;
  readonly invocation: Invocation;
  /** Includes the current one. */
  readonly attempts: number;
  /** Whether it is so old that nobody expects an answer any more. */
  readonly isLate: boolean;
}

/** Longer than a call may take: after this the call of a crashed process is taken again. */
const LEASE_SECONDS = 60;
const LATE_SECONDS = 3600;

export async function storeInvocationCall(
  sql: TxSql,
  realmId: number,
  botId: number,
  invocation: Invocation,
): Promise<void> {
  await sql`
    insert into bot_invocation (realm_id, bot_id, id, invocation)
    values (${realmId}, ${botId}, ${invocation.invocation_id}, ${sql.json(invocation)})`;
}

/** Takes calls to make: of each bot the oldest, and no other while it runs, as of calls for messages. */
export async function takeInvocationCalls(sql: BackgroundSql, most: number): Promise<InvocationCall[]> {
  return sql<InvocationCall[]>`
    with recursive oldest as (
      (select realm_id, bot_id, id from bot_invocation order by realm_id, bot_id, id limit 1)
      union all
      select next.* from oldest, lateral (
        select call.realm_id, call.bot_id, call.id from bot_invocation call
        where (call.realm_id, call.bot_id) > (oldest.realm_id, oldest.bot_id)
        order by call.realm_id, call.bot_id, call.id limit 1) next
    )
    update bot_invocation call
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select due.realm_id, due.bot_id, due.id
      from oldest join bot_invocation due using (realm_id, bot_id, id)
      where due.due_at <= now() order by due.due_at limit ${most} for update of due skip locked
    ) taken
    where call.realm_id = taken.realm_id and call.bot_id = taken.bot_id and call.id = taken.id
    returning call.realm_id, call.bot_id, call.id, call.invocation, call.attempts,
      call.invoked_at < now() - make_interval(secs => ${LATE_SECONDS}) as is_late`;
}

/** False if another process has deleted it. */
export async function finishInvocationCall(sql: WriteSql, { realmId, botId, id }: InvocationCall): Promise<boolean> {
  const { count } = await sql`
    delete from bot_invocation where realm_id = ${realmId} and bot_id = ${botId} and id = ${id}`;
  return count > 0;
}

export async function postponeInvocationCall(
  sql: BackgroundSql,
  { realmId, botId, id }: InvocationCall,
  attempts: number,
  seconds: number,
): Promise<void> {
  await sql`
    update bot_invocation set due_at = now() + make_interval(secs => ${seconds}), attempts = ${attempts}
    where realm_id = ${realmId} and bot_id = ${botId} and id = ${id}`;
}
