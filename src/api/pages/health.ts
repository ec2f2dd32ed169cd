import { unavailability } from "#engine/db/failure.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { content, type PageRoute, page } from "./page.ts";

/** A monitor gets a response within a second, whatever hangs. */
const MAX_MS = 700;

const SILENT = "The database does not answer in time";

/**
 * `GET /health`: queries the database on the pools that requests use, and reports what it refused recently. It writes
 * nothing, so a full disk shows only after a request has tried to write.
 */
export function healthPage({ db, faults }: Pick<ServerSite, "db" | "faults">): PageRoute {
  /** One check at a time: requests that come while it hangs wait for the same result. */
  let asking: Promise<string[]> | undefined;

  const ask = async (): Promise<string[]> => {
    try {
      // The pool for reads is read-only anyway.
      const [[row]] = await Promise.all([
        db.background<{ readOnly: boolean }[]>`
          select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`,
        db.reads`select 1 as one`,
      ]);
      return row?.readOnly === true ? ["The database is read-only"] : [];
    } catch (error) {
      return [unavailability(error) ?? "The database cannot be asked"];
    }
  };

  const problems = (): Promise<string[]> => {
    asking ??= ask().finally(() => (asking = undefined));
    const { promise: late, resolve } = Promise.withResolvers<string[]>();
    const timer = setTimeout(resolve, MAX_MS, [SILENT]);
    return Promise.race([asking, late]).finally(() => clearTimeout(timer));
  };

  return page("/health", "none", async () => {
    const found = [...(await problems()), ...faults.current()];
    const body = found.length === 0 ? { status: "ok" } : { status: found.join("; "), problems: found };
    const response = content("application/json", `${JSON.stringify(body)}\n`);
    return found.length === 0 ? response : { ...response, status: 503 };
  });
}
