import { Refusal, request } from "./http.ts";
import type { Kept } from "./cache.ts";

/**
 * Whether somebody has chosen to stay logged in. Only then is anything of them stored on the device; and nothing of what is
 * stored is shown before the server has said that their session is still there, unless there is no server to ask.
 */
export interface CurrentSession {
  readonly userId: number;
  readonly isPersistent: boolean;
}

/** A network that answers nothing is none. */
const MAX_MS = 3000;

/** Undefined where nobody is logged in; "unknown" where no server answers. */
export async function currentSession(): Promise<CurrentSession | "unknown" | undefined> {
  try {
    const signal = AbortSignal.timeout(MAX_MS);
    const answer = await request("/json/sessions/current", "GET", undefined, { signal });
    return { userId: Number(answer["user_id"]), isPersistent: answer["is_persistent"] === true };
  } catch (error) {
    return error instanceof Refusal && error.status === 401 ? undefined : "unknown";
  }
}

/** What the device has of the user whose session it is, and of nobody else. Without a network, of who stays logged in. */
export async function confirmedKept(reading: Promise<Kept>): Promise<Kept> {
  const { isLeft, kept } = await reading;
  if (kept === undefined || isLeft) return { isLeft };
  const session = await currentSession();
  const isTheirs =
    session === "unknown" ||
    (session !== undefined && session.isPersistent && session.userId === kept.snapshot.state.ownId);
  return isTheirs ? { isLeft, kept } : { isLeft };
}
