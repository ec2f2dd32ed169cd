import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";
import type { OutboundDoor } from "../outbound/post.ts";
import { makeCall } from "./call.ts";
import { type BotCall, takeCalls } from "./queries.ts";

/** Calls that wait for an answer at the same time, in one process. */
const MOST_AT_ONCE = 100;
const LOOK_MS = 100;
/** Even where nothing is written, calls may come back: their process has died, or they are tried again. */
const LONGEST_NAP_MS = 1000;

/** Calls the servers of outgoing webhooks, each bot's on its own. Looks when something was written, and once a second. */
export function startWebhookJob(site: Site, realms: Realms, door: OutboundDoor): { stop(): Promise<void> } {
  const { db, log, clock, keys } = site;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let seen = -1;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const handle = async (call: BotCall) => {
    const about = { realm: call.realmId, bot: call.botId, message: call.messageId };
    try {
      const realm = await realms.byId(call.realmId);
      if (realm === undefined) return;
      const onFailure = (_call: BotCall, reason: string) =>
        log.warn({ ...about, reason }, "an outgoing webhook failed");
      await makeCall({ realm, keys, door, onFailure }, call, stopping.signal);
    } catch (error) {
      log.warn({ ...about, err: error }, "an outgoing webhook could not be looked after");
    }
  };

  const look = async () => {
    lookedAt = clock.monotonic();
    try {
      for (const call of await takeCalls(db.reads, MOST_AT_ONCE - running.size)) {
        const one = handle(call).finally(() => {
          running.delete(one);
          // The bot's next one may go.
          lookedAt = Number.NEGATIVE_INFINITY;
        });
        running.add(one);
      }
    } catch (error) {
      log.warn({ err: error }, "outgoing webhooks could not be looked for");
    }
  };

  const timer = setInterval(() => {
    const written = realms.all().reduce((sum, { model }) => sum + model.position, 0);
    const isDue = written !== seen || clock.monotonic() > lookedAt + LONGEST_NAP_MS;
    if (!isDue || looking !== undefined || running.size >= MOST_AT_ONCE) return;
    seen = written;
    looking = look().finally(() => (looking = undefined));
  }, LOOK_MS);

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all(running);
    },
  };
}
