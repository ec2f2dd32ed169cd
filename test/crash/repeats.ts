import { setTimeout as sleep } from "node:timers/promises";
import { outcomeOf } from "./operations.ts";

type Sent = { readonly id?: number };

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Sends the same call under the same key until there is an answer, and then once more, as if that had been lost too. If
 * it happened more than once, there is a message too many, or the last answer names another one than is stored.
 */
export async function untilAnswered(call: () => Promise<Sent>, stop: AbortSignal): Promise<Sent> {
  let lost: unknown;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !stop.aborted; attempt += 1) {
    try {
      const first = await call();
      return await call().catch(() => first);
    } catch (error) {
      if (outcomeOf(error) === "unknown") lost = error;
      // Refused, and never sent in a way that it could have happened.
      else if (lost === undefined) throw error;
    }
    await sleep(PAUSE_MS);
  }
  throw lost ?? Object.assign(new Error("over"), { cause: { code: "ECONNREFUSED" } });
}
