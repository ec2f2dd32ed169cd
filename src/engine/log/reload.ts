import { unavailable } from "#platform/errors.ts";
import { withDeadline } from "#engine/db/deadline.ts";
import type { Logger } from "#platform/logger.ts";

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

/**
 * Loads an organization again when its model could not follow the log. Until that has succeeded, nobody may be served
 * from the model: it lacks a change, or contains half of one.
 */
export interface Reload {
  readonly isRunning: boolean;
  /** Begins, unless it is under way. Loading is retried until it succeeds. */
  begin(reason: unknown, position: number): void;
  /** Waits while the organization is being loaded, and rejects when that has failed or takes too long. */
  finished(): Promise<void>;
}

export interface ReloadOptions {
  readonly log: Logger;
  readonly realmId: number;
  /** Loads the organization, and replaces the model. */
  readonly load: () => Promise<void>;
  /** Called when the organization cannot be served, and when it can be again. */
  readonly onChange: (isServed: boolean) => void;
}

const notServed = () => unavailable("The organization is being loaded anew; try again.");

export function createReload({ log, realmId, load, onChange }: ReloadOptions): Reload {
  let attempt: Promise<void> | undefined;
  let hasFailed = false;

  const tryToLoad = async (retryMs: number): Promise<void> => {
    try {
      await load();
    } catch (error) {
      hasFailed = true;
      // The pool is closed: the server is shutting down.
      if ((error as { code?: unknown }).code === "CONNECTION_ENDED") return;
      log.error({ err: error, realm: realmId, retryMs }, "organization reload failed");
      onChange(false);
      const again = () => {
        attempt = tryToLoad(Math.min(2 * retryMs, MAX_RETRY_MS));
      };
      setTimeout(again, retryMs).unref();
      return;
    }
    attempt = undefined;
    hasFailed = false;
    log.warn({ realm: realmId }, "organization reloaded");
    onChange(true);
  };

  return {
    get isRunning() {
      return attempt !== undefined;
    },
    begin(reason, position) {
      if (attempt !== undefined) return;
      log.error({ err: reason, realm: realmId, position }, "model diverged from the log, organization reload begins");
      onChange(false);
      attempt = tryToLoad(FIRST_RETRY_MS);
    },
    async finished() {
      if (attempt !== undefined && !hasFailed) await withDeadline(attempt).catch(() => {});
      if (attempt !== undefined) throw notServed();
    },
  };
}
