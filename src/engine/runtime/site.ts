import type { Bucket } from "#outbound/bucket.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import type { Proxies } from "#http/client-address.ts";
import type { Keys } from "#platform/keys.ts";
import type { CodeLimits } from "#platform/limits/code-limits.ts";
import type { FormLimits } from "#platform/limits/form-limits.ts";
import type { LoginLimits } from "#platform/limits/login-limits.ts";
import type { RateLimiter } from "#platform/limits/rate-limit.ts";
import type { Config } from "#config/config.ts";
import type { Database } from "#engine/db/database.ts";
import type { Replica } from "#engine/db/replica.ts";
import type { Faults } from "#engine/db/faults.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Delivery } from "#engine/delivery/deliver.ts";
import type { LateReads } from "#engine/delivery/late-reads.ts";
import type { SharedCommits } from "#engine/writer/commit/shared-commits.ts";
import type { Clock } from "#platform/clock.ts";
import type { ApiError } from "#platform/errors.ts";
import type { Logger } from "#platform/logger.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";

/** Called with the event kinds of one write, or of one ephemeral event. */
export type OnEmitted = (endpointId: string, kinds: ReadonlySet<string>) => void;

/** Called with every refusal of an endpoint. */
export type OnRefused = (endpointId: string, refusal: ApiError) => void;

/** A name and a password that somebody has entered, and where. */
export interface EnteredPassword {
  readonly name: string;
  readonly password: string;
  readonly source: { readonly address: string; readonly agent: string };
}

/** Somebody whom a directory has let in, and what their session has of it. */
export interface DirectoryLogin {
  readonly user: User;
  readonly by: { readonly provider: string; readonly providerSession: undefined; readonly endsAt: number };
}

/** The directories of the operator, as those ask them who compare passwords. The domain of ways in provides it. */
export interface Directories {
  /** Whether people of an organization log in by one. */
  readonly isOpen: (model: Model) => boolean;
  /** Whether what has let in a session is a directory: it has seen a password, and no second step. */
  readonly has: (provider: string) => boolean;
  /** Whether an account opens by a directory, and by no password of its own; nobody's never does. */
  readonly owns: (realmId: number, userId: number | undefined) => Promise<boolean>;
  /**
   * Who has a name and password; undefined where no directory says so. It throws why somebody with the right password is not
   * let in, and where a directory cannot be asked.
   */
  readonly logIn: (realmId: number, entered: EnteredPassword) => Promise<DirectoryLogin | undefined>;
  /** Whether a password is that of an account which opens by a directory. */
  readonly matches: (realmId: number, userId: number, password: string) => Promise<boolean>;
}

/** What the whole process shares, as endpoints see it. */
export interface Site {
  readonly config: Config;
  readonly faults: Faults;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly delivery: Delivery;
  /** For responses whose time must not be seen: resolves at a moment that only depends on when the request started. */
  readonly hold: (started: number) => Promise<void>;
  readonly proxies: Proxies;
  /** For requests to other servers. */
  readonly http: HttpClient;
  /** Counts login attempts; undefined when rate limits are switched off. */
  readonly logins: LoginLimits | undefined;
  /** Counts wrong codes of the second step of a login, by user. */
  readonly secondSteps: CodeLimits | undefined;
  /** Counts wrong old passwords in password changes, by user. */
  readonly passwordChanges: RateLimiter | undefined;
  /** Counts what is sent by the forms of pages. */
  readonly forms: FormLimits | undefined;
  /** Undefined where the operator has none, and in commands. */
  readonly directories?: Directories | undefined;
  /** When this process started, in UNIX seconds; clients see it change at a restart. */
  readonly generation: number;
  /** Called with the events that an endpoint has emitted. Only tests use it, to compare them with the declaration. */
  readonly onEmitted?: OnEmitted | undefined;
  /** The same for the errors of endpoints. */
  readonly onRefused?: OnRefused | undefined;
}

/** The same with the pools, for the server itself and its background work. */
export interface ServerSite extends Site {
  readonly db: Database;
  readonly replica: Replica | undefined;
  readonly commits: SharedCommits;
  readonly lateReads: LateReads;
  /** For files, where the operator has configured one. */
  readonly bucket: Bucket | undefined;
}
