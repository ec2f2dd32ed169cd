import { browserEndpoints, endpoints } from "../../src/app.ts";
import type { OnRefused } from "#engine/runtime/site.ts";
import type { ErrorCode } from "#platform/errors.ts";
import { readAll, writeAtExit } from "./seen.ts";

/** As `endpoint code`. */
const seen = new Set<string>();

export const noteRefused: OnRefused = (endpointId, { code }) => void seen.add(`${endpointId} ${code}`);

/** How an endpoint has refused so far, in any test of this process. */
export const refusalsOf = (endpointId: string): string[] =>
  [...seen].flatMap((line) => (line.startsWith(`${endpointId} `) ? [line.slice(endpointId.length + 1)] : []));

writeAtExit("refused", seen);

/** Errors of a moment, which the same code decides for several endpoints: one of them is enough. */
const ONE_IS_ENOUGH: ReadonlySet<ErrorCode> = new Set(["PARTLY_DONE", "SERVICE_UNAVAILABLE", "RATE_LIMIT_HIT"]);

/** The errors that declarations name and no process of a run has seen, as `endpoint code`. */
export function neverRefused(from: string): string[] {
  const all = readAll("refused", from);
  const codes = new Set([...all].map((line) => line.split(" ")[1]));
  return [...endpoints, ...browserEndpoints].flatMap(({ id, errors }) =>
    errors
      .filter((code) => !all.has(`${id} ${code}`) && !(ONE_IS_ENOUGH.has(code) && codes.has(code)))
      .map((code) => `${id} ${code}`),
  );
}
