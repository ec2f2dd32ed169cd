import { perOrganization } from "#engine/runtime/organization-state.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { guarded } from "#engine/runtime/guarded.ts";
import type { WriteGuard } from "#engine/runtime/write-guards.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import type { User } from "#engine/model/records.ts";
import { ApiError } from "#platform/errors.ts";
import type { KeyedRequest } from "./keyed-request.ts";
import { responses, deleteOldResponses, isRepeat, readResponse } from "./stored-responses.ts";

/**
 * Requests that happen once, however often they are sent: those with an `Idempotency-Key`.
 *
 * Invariants: the answer is a row that is committed together with the write, under a key that is unique for the user;
 * so there is an answer if and only if the write has happened, whatever dies. What is refused leaves no row, and may be
 * tried again. In one process a repeat waits for the request before it; of two processes, one finds the row of the
 * other when it commits, and nothing of its own is left. A request of several commits (decision 0022) stores its answer
 * with the last one; repeated before that, it does what is left.
 */
export interface Once {
  readonly result: unknown;
  /** Whether the answer is that of an earlier request. */
  readonly isReplayed: boolean;
}

interface UnderWay {
  readonly fingerprint: string;
  readonly done: Promise<void>;
}

/** By user and key; there are no more than requests at this moment. */
const requestsUnderWay = perOrganization("keyed requests", () => new Map<string, UnderWay>());

const reused = () =>
  new ApiError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another request within the last day");

export async function once(
  realm: RealmRuntime,
  user: User,
  request: KeyedRequest,
  run: (realm: RealmRuntime) => unknown,
): Promise<Once> {
  const { key, fingerprint } = request;
  const all = requestsUnderWay(realm);
  const name = `${user.id} ${key}`;
  for (let other = all.get(name); other !== undefined; other = all.get(name)) {
    if (other.fingerprint !== fingerprint) throw reused();
    await other.done;
  }
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  all.set(name, { fingerprint, done });
  try {
    return (
      (await answered(realm, user, request)) ?? { result: await runStoring(realm, request, run), isReplayed: false }
    );
  } catch (error) {
    const before = isRepeat(error) ? await answered(realm, user, request) : undefined;
    if (before === undefined) throw error;
    return before;
  } finally {
    all.delete(name);
    end();
  }
}

async function answered(
  realm: RealmRuntime,
  user: User,
  { key, fingerprint }: KeyedRequest,
): Promise<Once | undefined> {
  const before = await readResponse(readPool(realm), realm.id, user.id, key);
  if (before === undefined) return undefined;
  if (before.fingerprint !== fingerprint) throw reused();
  return { result: JSON.parse(before.answer), isReplayed: true };
}

/** Runs an endpoint whose last write returns the response, and stores that with what is written. */
async function runStoring(
  realm: RealmRuntime,
  request: KeyedRequest,
  run: (realm: RealmRuntime) => unknown,
): Promise<unknown> {
  let stored: unknown;
  const storing: WriteGuard = {
    kind: "response",
    around: (action, options) => async (tx, actor) => {
      const result = await action(tx, actor);
      if (options?.isPart === true) return result;
      stored = result;
      tx.store(responses, { ...request, userId: actor.id, answer: JSON.stringify(result) });
      return result;
    },
  };
  const result = await run(guarded(realm, storing));
  if (result !== stored)
    throw new Error("an endpoint that is declared idempotent answers what its write does not return");
  return result;
}

/** Forgets what nobody repeats any more. */
export const removeOldResponses: OrganizationTask = (realm) => deleteOldResponses(backgroundPool(realm), realm.id);
