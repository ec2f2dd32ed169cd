import type { BackgroundSql, TxSql, WriteSql } from "#engine/db/database.ts";
import type { Trigger } from "#domains/conversations/send/post/bot-calls.ts";

export interface BotCall {
  readonly realmId: number;
  readonly botId: number;
  readonly messageId: number;
  readonly trigger: Trigger;
  /** Includes the current one. */
  readonly attempts: number;
  /** Whether the message is so old that nobody expects an answer any more. */
  readonly isLate: boolean;
}

/** Longer than a call may take: after this the call of a crashed process is taken again. */
const LEASE_SECONDS = 60;
const LATE_SECONDS = 3600;

/**
 * Takes calls to make. Of each bot only the oldest is taken, and none of the others while it runs: a bot gets one message
 * after another, from any number of processes, and a slow bot delays only itself. The oldest calls are found from bot to
 * bot by the index, however many others there are (1 ms with 200,000).
 */
export async function takeCalls(sql: BackgroundSql, most: number): Promise<BotCall[]> {
  return sql<BotCall[]>`
    with recursive oldest as (
      (select realm_id, bot_id, message_id from bot_call order by realm_id, bot_id, message_id limit 1)
      union all
      select next.* from oldest, lateral (
        select call.realm_id, call.bot_id, call.message_id from bot_call call
        where (call.realm_id, call.bot_id) > (oldest.realm_id, oldest.bot_id)
        order by call.realm_id, call.bot_id, call.message_id limit 1) next
    )
    update bot_call call
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select due.realm_id, due.bot_id, due.message_id
      from oldest join bot_call due using (realm_id, bot_id, message_id)
      where due.due_at <= now() order by due.due_at limit ${most} for update of due skip locked
    ) taken
    where call.realm_id = taken.realm_id and call.bot_id = taken.bot_id and call.message_id = taken.message_id
    returning call.realm_id, call.bot_id, call.message_id, call.trigger, call.attempts,
      exists (
        select from message m where m.realm_id = call.realm_id and m.id = call.message_id
          and m.sent_at < now() - make_interval(secs => ${LATE_SECONDS})) as is_late`;
}

/** False if another process has deleted it. */
export async function finishCall(sql: WriteSql, { realmId, botId, messageId }: BotCall): Promise<boolean> {
  const { count } = await sql`
    delete from bot_call where realm_id = ${realmId} and bot_id = ${botId} and message_id = ${messageId}`;
  return count > 0;
}

/** Deletes the old calls of a bot and returns their number. */
export async function dropCalls(sql: TxSql, { realmId, botId }: BotCall, olderThanSeconds: number): Promise<number> {
  const { count } = await sql`
    delete from bot_call call using message m
    where call.realm_id = ${realmId} and call.bot_id = ${botId}
      and m.realm_id = call.realm_id and m.id = call.message_id
      and m.sent_at < now() - make_interval(secs => ${olderThanSeconds})`;
  return count;
}

export async function postponeCall(
  sql: BackgroundSql,
  { realmId, botId, messageId, attempts }: BotCall,
  seconds: number,
): Promise<void> {
  await sql`
    update bot_call set due_at = now() + make_interval(secs => ${seconds}), attempts = ${attempts}
    where realm_id = ${realmId} and bot_id = ${botId} and message_id = ${messageId}`;
}
