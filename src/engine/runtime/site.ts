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
