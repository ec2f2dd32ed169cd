import type { Keys } from "#platform/keys.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { knowsSender, type ReadableMessage } from "#domains/conversations/access.ts";
import { presentMessage } from "#domains/conversations/present.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { BotService, User } from "#engine/model/records.ts";
import type { Outgoing } from "#outbound/http-client.ts";
import type { Trigger } from "#domains/conversations/send/post/bot-calls.ts";
import { VERSION } from "#domains/records/organization/version.ts";
import { apiEmail, STRANGER_NAME } from "#domains/records/users/present.ts";

/** A call with its bot and its message. */
export interface Calling {
  readonly bot: User;
  readonly service: BotService;
  readonly message: ReadableMessage;
  readonly trigger: Trigger;
}

export const SLACK = 2;

export const HEADERS = { "user-agent": `SvcOutgoingWebhook/${VERSION}` };

export function requestFor(realm: RealmRuntime, keys: Keys, calling: Calling): Outgoing {
  return calling.service.interface === SLACK
    ? slackRequest(realm, keys, calling)
    : genericRequest(realm, keys, calling);
}

function genericRequest(realm: RealmRuntime, keys: Keys, { bot, service, message, trigger }: Calling): Outgoing {
  const { model } = realm;
  const presented = presentMessage(model, message, {
    applyMarkdown: false,
    clientGravatar: false,
    allowEmptyTopic: true,
    hidesSender: !knowsSender(model, bot, message),
  });
  const avatar = URL.parse(presented.avatar_url ?? "", realm.url)?.href ?? null;
  const body = {
    data: message.content,
    message: { ...presented, avatar_url: avatar, rendered_content: message.renderedContent },
    bot_email: apiEmail(model, bot),
    bot_full_name: bot.fullName,
    token: keys.webhookToken(realm.id, bot.id),
    trigger,
  };
  return {
    url: service.baseUrl,
    headers: { ...HEADERS, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** The Slack format exists only for messages in channels. */
function slackRequest(realm: RealmRuntime, keys: Keys, { bot, service, message, trigger }: Calling): Outgoing {
  const { model } = realm;
  const sender = knowsSender(model, bot, message) ? userRecord(model, message.senderId)?.fullName : STRANGER_NAME;
  const body = new URLSearchParams({
    token: keys.webhookToken(realm.id, bot.id),
    team_id: `T${realm.id}`,
    team_domain: new URL(realm.url).hostname,
    channel_id: `C${message.conversationId}`,
    channel_name: channelRecord(model, message.conversationId)?.name ?? "",
    thread_ts: String(message.sentAt),
    timestamp: String(message.sentAt),
    user_id: `U${message.senderId}`,
    user_name: sender ?? "",
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  });
  return {
    url: service.baseUrl,
    headers: { ...HEADERS, "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  };
}
