import { OutboundError } from "#outbound/errors.ts";
import type { Site } from "#engine/runtime/site.ts";
import { encryptPush } from "./encrypt.ts";
import type { PushPayload } from "./payload.ts";
import type { PushTask } from "./queries.ts";
import type { Vapid } from "./vapid.ts";

/** What became of a notification. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/** For how long the push service keeps it while the device is off. */
const TTL_SECONDS = 24 * 3600;

/** Hands a notification to the push service of a subscription. */
export async function sendPush(
  { http, clock, config }: Pick<Site, "http" | "clock" | "config">,
  vapid: Vapid,
  task: PushTask,
  payload: PushPayload,
  stop: AbortSignal,
): Promise<PushOutcome> {
  const headers = {
    authorization: vapid.authorization(task.endpoint, `mailto:${config.mailFrom}`, Math.floor(clock.now() / 1000)),
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    ttl: String(TTL_SECONDS),
    urgency: payload.type === "message" ? "high" : "low",
    // What waits for a device that is off is replaced by newer news of the same conversation.
    topic: task.tag,
  };
  try {
    const body = encryptPush(Buffer.from(JSON.stringify(payload)), task);
    const { status } = await http.post({ url: task.endpoint, headers, body }, stop);
    return outcomeOf(status);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // An address that the SSRF guard refuses will be refused for ever.
    return error.problem === "forbidden" ? "gone" : "later";
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "refused";
}
