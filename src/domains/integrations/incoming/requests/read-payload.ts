import { ApiError } from "#platform/errors.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { notifyOwner } from "#domains/conversations/send/bot-owner.ts";
import type { Integration } from "../integration.ts";
import { type Payload, parsePayload } from "../payload.ts";

/** The JSON of a request. The owner of the bot learns of a body that is none, which nobody else may look at. */
export async function payloadOfRequest(
  site: Site,
  realm: RealmRuntime,
  bot: User,
  { title }: Integration,
  text: string,
): Promise<Payload> {
  try {
    return parsePayload(text);
  } catch (error) {
    const isMalformed = error instanceof ApiError && error.code === "INVALID_JSON";
    if (isMalformed) await notifyOwner(site, realm, bot, `got a request of ${title} that is not valid JSON`);
    throw error;
  }
}
