import { startSlots } from "#engine/jobs/slots.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import type { CallContext } from "./attempt.ts";
import { makeCall } from "./call.ts";
import { makeInvocationCall } from "./invocations/call.ts";
import { type InvocationCall, takeInvocationCalls } from "./invocations/queries.ts";
import { type BotCall, takeCalls } from "./queries.ts";

/** The number of calls of each kind that may run at the same time, in one process. */
const MAX_AT_ONCE = 100;

interface StoredCall {
  readonly realmId: number;
  readonly botId: number;
}

/** Makes one stored call; what goes wrong is logged with what the call is about. */
function performer<Call extends StoredCall>(
  { log, keys }: ServerSite,
  realms: Realms,
  http: HttpClient,
  make: (context: CallContext, call: Call, stop: AbortSignal) => Promise<void>,
  reasonOf: (call: Call) => Readonly<Record<string, number>>,
) {
  return async (call: Call, stop: AbortSignal) => {
    const about = { realm: call.realmId, bot: call.botId, ...reasonOf(call) };
    try {
      const realm: RealmRuntime | undefined = await realms.byId(call.realmId);
      if (realm === undefined) return;
      const onFailure = (reason: string) => log.warn({ ...about, reason }, "webhook call failed");
      await make({ realm, keys, http, onFailure }, call, stop);
    } catch (error) {
      log.warn({ ...about, err: error }, "webhook task failed");
    }
  };
}

/** Calls the servers of outgoing webhooks; the calls of each bot run one after another. */
export function startWebhookJob(site: ServerSite, realms: Realms, http: HttpClient): { stop(): Promise<void> } {
  const perform = performer<BotCall>(site, realms, http, makeCall, ({ messageId }) => ({ message: messageId }));
  const take = (most: number) => takeCalls(site.db.background, most);
  return startSlots({ name: "outgoing webhooks", mostAtOnce: MAX_AT_ONCE, take, perform }, site, realms);
}

/** The same for the commands that people have used. */
export function startInvocationJob(site: ServerSite, realms: Realms, http: HttpClient): { stop(): Promise<void> } {
  const perform = performer<InvocationCall>(site, realms, http, makeInvocationCall, ({ id }) => ({ invocation: id }));
  const take = (most: number) => takeInvocationCalls(site.db.background, most);
  return startSlots({ name: "commands of bots", mostAtOnce: MAX_AT_ONCE, take, perform }, site, realms);
}
