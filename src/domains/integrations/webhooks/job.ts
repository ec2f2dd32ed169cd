import { startSlots } from "#engine/jobs/slots.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import { makeCall } from "./call.ts";
import { type BotCall, takeCalls } from "./queries.ts";

/** The number of calls that may run at the same time, in one process. */
const MAX_AT_ONCE = 100;

/** Calls the servers of outgoing webhooks; the calls of each bot run one after another. */
export function startWebhookJob(site: ServerSite, realms: Realms, http: HttpClient): { stop(): Promise<void> } {
  const { db, log, keys } = site;

  const perform = async (call: BotCall, stop: AbortSignal) => {
    const about = { realm: call.realmId, bot: call.botId, message: call.messageId };
    try {
      const realm = await realms.byId(call.realmId);
      if (realm === undefined) return;
      const onFailure = (_call: BotCall, reason: string) => log.warn({ ...about, reason }, "webhook call failed");
      await makeCall({ realm, keys, http, onFailure }, call, stop);
    } catch (error) {
      log.warn({ ...about, err: error }, "webhook task failed");
    }
  };

  const take = (most: number) => takeCalls(db.background, most);
  return startSlots({ name: "outgoing webhooks", mostAtOnce: MAX_AT_ONCE, take, perform }, site, realms);
}
