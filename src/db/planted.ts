/**
 * Bugs around the commit that the crash test must find: see platform/failpoints.ts. Each is wrong only in a moment
 * that is usually too short to be hit, so it makes that moment last.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { badRequest } from "../api/errors.ts";
import type { Tail } from "../log/tail.ts";
import { failpoint } from "../platform/failpoints.ts";
import type { Connection } from "./database.ts";
import type { Group, Head } from "./tx.ts";

const MOMENT_MS = 100;

/** Answers, or delivers events, of what is not durable yet. */
export async function plantedBeforeCommit(tail: Tail, group: Group, answers: readonly (() => void)[]): Promise<void> {
  if (failpoint("acknowledge-before-commit")) for (const answer of answers) answer();
  else if (failpoint("deliver-before-commit")) tail.accept(group.entries);
  else return;
  await sleep(MOMENT_MS);
}

/** Refuses every third action of a group after it has done its work. By itself no bug: undoing it must leave nothing. */
export function plantedRefusal(actionsSoFar: number): void {
  if (failpoint("refuse-late") && actionsSoFar % 3 === 0) throw badRequest("refused late");
}

/** Refuses what has been committed. */
export function plantedAfterCommit(tried: readonly { reject: (error: unknown) => void }[]): void {
  if (failpoint("refuse-after-commit")) for (const { reject } of tried.slice(1)) reject(badRequest("refused late"));
}

/** Commits the rows, and leaves the log and its position to another transaction. */
export async function plantedEarlyCommit(connection: Connection, realmId: number, { head }: Group): Promise<void> {
  if (!failpoint("emit-after-commit")) return;
  await connection`
    update realm_head set last_message_id = ${head.lastMessageId}, last_id = ${head.lastId} where realm_id = ${realmId}`;
  await connection`commit`;
  await sleep(MOMENT_MS);
  await connection`begin`;
}

/** Reads the head without holding it. */
export async function plantedHead(connection: Connection, realmId: number): Promise<Head | undefined> {
  if (!failpoint("no-head-lock")) return undefined;
  await connection`begin`;
  const [row] = await connection<Head[]>`
    select position, last_message_id, last_id, clock_timestamp() as now from realm_head where realm_id = ${realmId}`;
  return row && { ...row };
}

/** Answers before the disk has it. */
export async function plantedHaste(connection: Connection): Promise<void> {
  if (failpoint("asynchronous-commit")) await connection`set local synchronous_commit = off`;
}
