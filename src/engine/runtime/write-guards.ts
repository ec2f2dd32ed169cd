import type { AuditAction } from "#engine/log/audit-actions.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";

/**
 * What stands between a request and the writer. Every write of a request passes its guards inside the writer, where the
 * model is exact, in this order. A guard that throws keeps those after it and the action from running.
 *
 * - role: the caller still has what the endpoint requires.
 * - session: the session by which the caller came is still there.
 * - key: so is the key, and it has not expired.
 * - channels: a key for some channels finds no others.
 * - response: the response of a request that happens once is stored with what it writes.
 */
export const GUARD_ORDER = ["role", "session", "key", "channels", "response"] as const;

/** What a user wants to write: it decides against the exact model. */
export type UserAction<Result, Recorded extends AuditAction = never> = (
  tx: Tx<Recorded>,
  actor: User,
) => Result | Promise<Result>;

export interface WriteOptions {
  /** Whether the request goes on after this write: its response is stored with the last one (api/repeats/once.ts). */
  readonly isPart?: boolean;
}

export interface WriteGuard {
  readonly kind: (typeof GUARD_ORDER)[number];
  around<Result>(action: UserAction<Result>, options: WriteOptions | undefined): UserAction<Result>;
}

/** Checks something before an action runs, and refuses by throwing. */
export const checking = (kind: WriteGuard["kind"], check: (tx: Tx, actor: User) => void): WriteGuard => ({
  kind,
  around: (action) => (tx, actor) => {
    check(tx, actor);
    return action(tx, actor);
  },
});
