import type { AuditAction } from "#engine/log/audit-actions.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "#platform/errors.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";

/**
 * Requests for more users than one commit should hold: all other writes of the organization wait for it. Such a request
 * is several commits (docs/decisions/0022-bulk-writes-in-pieces.md). The first one decides about the whole request, so
 * that what is refused has changed nothing; each has its own events. Repeating a request does what is left of it.
 */

/** Subscriptions of one commit. Others wait for it, and for longer when garbage is collected meanwhile. */
export const SUBSCRIPTIONS_AT_ONCE = 250;

/** Longer than a commit takes. */
const OTHERS_MS = 10;

/** There is at least one piece, which may be empty. */
export function inPieces<Item>(users: readonly Item[], channels: number): (readonly Item[])[] {
  const size = Math.max(1, Math.floor(SUBSCRIPTIONS_AT_ONCE / Math.max(1, channels)));
  const pieces = [users.slice(0, size)];
  for (let start = size; start < users.length; start += size) pieces.push(users.slice(start, start + size));
  return pieces;
}

interface PieceWork<Item, Part, Answer, Recorded extends AuditAction> {
  /** Reads what a piece needs before its write, so that others need not wait for that. */
  readonly prepare?: (piece: readonly Item[]) => Promise<void>;
  /** May run more than once, as every action. `before` are the parts of the earlier commits. */
  readonly write: (tx: Tx<Recorded>, actor: User, piece: readonly Item[], before: readonly Part[]) => Promise<Part>;
  /** Runs in the last commit, and returns the answer of the request. */
  readonly finish: (tx: Tx, actor: User, parts: readonly Part[]) => Promise<Answer>;
}

export async function writePieces<Item, Part, Answer, Recorded extends AuditAction>(
  realm: RealmRuntime<Recorded>,
  actor: User,
  pieces: readonly (readonly Item[])[],
  { prepare, write, finish }: PieceWork<Item, Part, Answer, Recorded>,
): Promise<Answer> {
  const parts: Part[] = [];
  const refused = (error: unknown) => stopped(error, pieces, parts.length);
  const [only, ...others] = pieces;
  if (only !== undefined && others.length === 0) {
    await prepare?.(only);
    return realm.write(actor, async (tx, present) => finish(tx, present, [await write(tx, present, only, parts)]));
  }
  for (const piece of pieces) {
    await prepare?.(piece).catch(refused);
    const part = realm.write(actor, (tx, present) => write(tx, present, piece, parts), { isPart: true });
    parts.push(await part.catch(refused));
  }
  // The answer is about so many users that making it takes as long as a piece, so it gets a commit of its own.
  const response = await realm.write(actor, (tx, present) => finish(tx, present, parts)).catch(refused);
  // Serializing it takes as long again: what others have sent meanwhile is committed first.
  await sleep(OTHERS_MS);
  return response;
}

/** A refusal says that nothing was changed, which is true before the first commit alone. */
function stopped(error: unknown, pieces: readonly (readonly unknown[])[], commits: number): never {
  if (commits === 0 || !(error instanceof ApiError) || error.code === "UNKNOWN_OUTCOME") throw error;
  const count = (some: readonly (readonly unknown[])[]) => some.reduce((sum, { length }) => sum + length, 0);
  const done = count(pieces.slice(0, commits));
  throw new ApiError(
    "PARTLY_DONE",
    `This was done for ${done} of ${count(pieces)} users, and then refused: ${error.message} Send it again for the rest.`,
    { ...error.fields, users_done: done },
    error.status,
  );
}
