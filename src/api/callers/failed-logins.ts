import { perOrganization } from "#engine/runtime/organization-state.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { recordingTx } from "#engine/runtime/recording.ts";
import type { User } from "#engine/model/records.ts";
import { caseless } from "#platform/characters.ts";
import type { Clock } from "#platform/clock.ts";

/** Where a request comes from, as it is recorded. */
export interface LoginSource {
  readonly address: string;
  readonly agent: string;
}

export type FailureReason =
  | "wrong_password"
  | "wrong_code"
  | "wrong_passkey"
  | "wrong_key"
  | "deactivated"
  | "too_many"
  | "provider";

interface FailedLogin {
  /** Whose account was named, or else what was typed in place of a name. */
  readonly name: User | string;
  readonly source: LoginSource;
  readonly reason: FailureReason;
}

/** What failed in the same way: for one account, or one typed name, from one address. */
interface Failures {
  readonly target: number | "";
  readonly typed?: string;
  /** Which others are counted together, beyond those that get a row each. */
  readonly others?: "accounts" | "names";
  readonly source?: LoginSource;
  /** UNIX milliseconds. */
  readonly firstAt: number;
  readonly reasons: Map<FailureReason, number>;
}

/**
 * Failed logins that wait to be recorded: a row of the audit log for each of these, once a minute, and in one write for all
 * of them. So nobody who tries passwords costs a commit. Names that nobody has get fewer rows, so that made-up ones take no
 * place from those of accounts; whatever does not fit is counted together.
 */
const failedLogins = perOrganization("failed logins", () => ({
  byKey: new Map<string, Failures>(),
  accounts: 0,
  names: 0,
}));

const MAX_OF_ACCOUNTS = 100;
const MAX_OF_NAMES = 20;
const MAX_TYPED = 100;

/** Counts a failed login. It is stored within a minute, or when the server stops: see `storeFailedLogins`. */
export function noteFailedLogin(realm: RealmRuntime, clock: Clock, { name, source, reason }: FailedLogin): void {
  const isAccount = typeof name !== "string";
  const target = isAccount ? name.id : "";
  const typed = isAccount ? undefined : name.slice(0, MAX_TYPED).toWellFormed();
  const failures = { target, source, firstAt: clock.now(), reasons: new Map([[reason, 1]]) } as const;
  count(realm, typed === undefined ? failures : { ...failures, typed });
}

const keyOf = ({ target, typed = "", others, source }: Failures): string =>
  JSON.stringify([target, caseless(typed), others ?? "", source?.address ?? ""]);

function count(realm: RealmRuntime, failures: Failures): void {
  const waiting = failedLogins(realm);
  const known = waiting.byKey.get(keyOf(failures));
  if (known !== undefined) return addTo(known, failures);
  const { target, others, firstAt, reasons } = failures;
  const isAccount = target !== "";
  const isFull = isAccount ? waiting.accounts >= MAX_OF_ACCOUNTS : waiting.names >= MAX_OF_NAMES;
  if (others === undefined && isFull)
    return count(realm, { target: "", others: isAccount ? "accounts" : "names", firstAt, reasons });
  if (others === undefined) waiting[isAccount ? "accounts" : "names"] += 1;
  waiting.byKey.set(keyOf(failures), { ...failures, reasons: new Map(reasons) });
}

function addTo({ reasons }: Failures, more: Failures): void {
  for (const [reason, times] of more.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + times);
}

/** Records what was counted. What cannot be stored now waits for the next time, within the same bounds. */
export async function storeFailedLogins(realm: RealmRuntime): Promise<void> {
  const waiting = failedLogins(realm);
  if (waiting.byKey.size === 0) return;
  const taken = [...waiting.byKey.values()];
  waiting.byKey.clear();
  Object.assign(waiting, { accounts: 0, names: 0 });
  try {
    await realm.writeAsServer((tx) => {
      for (const { target, typed, others, source, firstAt, reasons } of taken) {
        const count = [...reasons.values()].reduce((sum, times) => sum + times, 0);
        const first = Math.floor(firstAt / 1000);
        const data = { typed, others, count, reasons: Object.fromEntries(reasons), first_at: first };
        recordingTx<"login.failed">(tx, { actorKind: "server", ...source }).audit("login.failed", target, data);
      }
    });
  } catch (error) {
    for (const failures of taken) count(realm, failures);
    throw error;
  }
}
