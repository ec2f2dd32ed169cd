import { inBackground } from "./background.ts";
import type { Presence } from "../state/registered.ts";
import { callWith } from "./http.ts";

export interface PresenceReports {
  start(): void;
  stop(): void;
  /** The user has typed, clicked or scrolled in some tab. */
  noteActivity(): void;
}

const EVERY_MS = 60_000;
/** Without anything done for so long, the user is idle. */
const IDLE_AFTER_MS = 5 * 60_000;

/** Tells the server every minute that the user is there, and passes on what it answers of others. */
export function createPresenceReports(
  ownId: () => number | undefined,
  onPresences: (presences: Readonly<Record<string, Presence>>) => void,
): PresenceReports {
  let timer: ReturnType<typeof setInterval> | undefined;
  let lastActive = Date.now();
  let lastUpdateId = -1;

  const report = async () => {
    const status = Date.now() - lastActive < IDLE_AFTER_MS ? "active" : "idle";
    const reporting = timer;
    const answer = await callWith({ as: ownId() }, "POST /users/me/presence", {
      status,
      last_update_id: lastUpdateId,
      new_user_input: status === "active",
    });
    // The session has ended meanwhile.
    if (reporting !== timer) return;
    lastUpdateId = answer.presence_last_update_id ?? lastUpdateId;
    const presences = (answer.presences ?? {}) as Readonly<Record<string, Presence>>;
    if (Object.keys(presences).length > 0) onPresences(presences);
  };
  // The next report repeats what a lost one said.
  const tryToReport = () => void inBackground(report());

  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(tryToReport, EVERY_MS);
      tryToReport();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      lastUpdateId = -1;
    },
    noteActivity() {
      const wasIdle = Date.now() - lastActive >= IDLE_AFTER_MS;
      lastActive = Date.now();
      if (wasIdle && timer !== undefined) tryToReport();
    },
  };
}
