import type { Proxies } from "../../http/client-address.ts";
import type { Keys } from "../../platform/keys.ts";
import type { LoginLimits } from "../../platform/limits/login-limits.ts";
import type { RateLimiter } from "../../platform/limits/rate-limit.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../db/database.ts";
import type { Faults } from "../db/faults.ts";
import type { Delivery } from "../delivery/deliver.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Metrics } from "../../platform/metrics.ts";

/** Called with the kinds of one write, or of one event that is not stored. */
export type OnEmitted = (endpointId: string, kinds: ReadonlySet<string>) => void;

/** What the whole process shares, as endpoints see it. */
export interface Site {
  readonly config: Config;
  readonly faults: Faults;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly delivery: Delivery;
  readonly proxies: Proxies;
  /** Counts attempts to log in; absent when rate limits are switched off. */
  readonly logins: LoginLimits | undefined;
  /** Counts wrong old passwords of those who want a new one, by user. */
  readonly passwordChanges: RateLimiter | undefined;
  /** When this process started, in UNIX seconds; clients see it change at a restart. */
  readonly generation: number;
  /** Hears which events an endpoint has emitted. Only tests are interested: they hold it against the declaration. */
  readonly onEmitted?: OnEmitted | undefined;
}

/** The same with the pools, for whoever runs the server and its background work. */
export interface ServerSite extends Site {
  readonly db: Database;
}
