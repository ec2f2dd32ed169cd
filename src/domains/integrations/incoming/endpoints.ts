import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { json, optional, text } from "#api/parameters/params.ts";
import type { Integration } from "./integration.ts";
import { checkedBot, checkSigned, integrationNamed } from "./access.ts";
import { deliveryIdOf, jsonOfBody, postOnce } from "./requests/delivery.ts";
import { isWanted } from "./event-filter.ts";
import { payloadOfRequest } from "./requests/read-payload.ts";
import { postIncoming } from "./post.ts";
import { slackErrors } from "./services/slack-incoming.ts";

/** Services send less than this; the JSON of 1 MiB takes some 10 ms to parse. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PATH_LENGTH = 200;

const patterns = (about: string) =>
  optional(json(about, Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })));
const field = (what: string) =>
  optional(
    text(`For \`json\`: where in the payload the ${what} is, such as \`alert.0.name\`.`, { max: MAX_PATH_LENGTH }),
  );

const postWebhook = endpoint({
  id: "receive-webhook",
  method: "POST",
  path: "/external/{integration}",
  summary: "Takes an event of another service and sends a message about it.",
  auth: "webhook",
  scope: "messages:write",
  audits: "personal",
  takesBody: MAX_BODY_BYTES,
  params: {
    integration: text("The service that sends, such as `github`.", { max: 50 }),
    api_key: optional(text("The key of the bot, for services that send no Authorization header.", { max: 100 })),
    stream: optional(
      text("The channel's ID or name; without it, the bot's owner gets a direct message.", { max: 100 }),
    ),
    topic: optional(text("The topic, instead of the one that the integration chooses.", { max: 1000 })),
    only_events: patterns("Which events become messages; `*` and `?` are wildcards."),
    exclude_events: patterns("Which events do not."),
    payload: optional(
      text("The event as JSON, for services that send a form. In the URL it counts only without a body and a secret.", {
        max: MAX_BODY_BYTES,
      }),
    ),
    title_from: field("title"),
    text_from: field("text"),
    link_from: field("link"),
    topic_from: field("topic"),
  },
  result: {
    ok: Type.Optional(Type.Literal(true, { description: "For clients of Slack." })),
    code: Type.Optional(Type.Literal("UNSUPPORTED_WEBHOOK_EVENT_TYPE")),
    webhook_name: Type.Optional(Type.String()),
    event_type: Type.Optional(Type.String()),
  },
  errors: ["BAD_REQUEST", "INVALID_JSON", "ANOMALOUS_WEBHOOK_PAYLOAD", "MISSING_HTTP_EVENT_HEADER"],
  emits: ["message", "stream/update"],
  async run({ site, realm, actor, params, received }) {
    checkedBot(actor);
    const integration = integrationNamed(params.integration);
    const answer = async () => {
      const { headers, bytes } = received ?? { headers: {}, bytes: Buffer.alloc(0) };
      const isSigned = checkSigned(site, realm, actor, integration, headers, bytes);
      const isInUrl = !isSigned && bytes.length === 0;
      const text = isInUrl ? (params.payload ?? "") : jsonOfBody(bytes);
      const payload = await payloadOfRequest(site, realm, actor, integration, text);
      const event = integration.eventOf(payload, headers);
      // Anybody may have named the event, at any length: only our own names are compared with the patterns.
      if (!Object.hasOwn(integration.events, event)) return unsupported(integration, event);
      if (!isWanted(event, params.only_events, params.exclude_events)) return {};
      const chosen = {
        title: params.title_from,
        text: params.text_from,
        link: params.link_from,
        topic: params.topic_from,
      };
      const message = integration.message(payload, event, chosen);
      if (message === undefined) return {};
      const id = deliveryIdOf(integration, payload, headers);
      await postOnce(realm, actor, id, params, (storing) =>
        postIncoming(site, storing, actor, integration, message, params),
      );
      return {};
    };
    return integration.name === "slack_incoming" ? slackErrors(answer) : answer();
  },
});

/** The service must not take it for a failure, or it would send the event again or give up its webhook. */
const unsupported = ({ name }: Integration, event: string) => ({
  code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE" as const,
  webhook_name: name,
  event_type: event.slice(0, 100).toWellFormed(),
});

export const incomingEndpoints = [postWebhook] as const;
