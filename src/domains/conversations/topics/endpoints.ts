import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, oneOf, optional, type Param, text, word } from "#api/parameters/params.ts";
import { badCharacterAt } from "#platform/characters.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { chooseTopicVisibility } from "./actions/set-visibility.ts";
import { namedTopic } from "./topic.ts";
import { VISIBILITY, VISIBILITY_POLICIES, type VisibilityPolicy } from "./policy.ts";

const topicText = text("The topic, whether it has messages or not.", { max: LIMITS.max_topic_length, trim: true });

/** A topic that is too long is refused, not truncated: truncated, it would name another topic. */
const topic: Param<string> = {
  ...topicText,
  decode(name, raw) {
    const value = topicText.decode(name, raw);
    if (badCharacterAt(value) !== undefined) throw badRequest(`${name} contains an invalid character`);
    return namedTopic(value);
  },
};

export const postUserTopic = endpoint({
  id: "update-user-topic",
  method: "POST",
  path: "/user_topics",
  summary: "Mutes, unmutes or follows a topic, or none of these.",
  since: 170,
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {
    stream_id: integer("The channel.", { min: 0 }),
    topic,
    visibility_policy: oneOf("0 nothing in particular, 1 muted, 2 unmuted, 3 followed.", VISIBILITY_POLICIES),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["user_topic", "muted_topics"],
  async run({ realm, actor, params }) {
    const policy = params.visibility_policy as VisibilityPolicy;
    await realm.write(actor, (tx, present) =>
      chooseTopicVisibility(tx, present, { channel: params.stream_id, topic: params.topic, policy }),
    );
    return {};
  },
});

export const patchMutedTopics = endpoint({
  id: "mute-topic",
  method: "PATCH",
  path: "/users/me/subscriptions/muted_topics",
  summary: "Mutes a topic or ends that. Older than `POST /user_topics`.",
  auth: "user",
  scope: "personal:write",
  audits: "personal",
  params: {
    stream_id: optional(integer("The channel's ID.", { min: 0 })),
    stream: optional(text("The channel's name.", { max: 1000 })),
    topic,
    op: word("What to do.", ["add", "remove"]),
  },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["user_topic", "muted_topics"],
  async run({ realm, actor, params }) {
    const { stream_id: id, stream: name } = params;
    const channel = id ?? name?.trim();
    if (channel === undefined) throw badRequest("Please supply 'stream_id' or 'stream'.");
    if (id !== undefined && name !== undefined) {
      throw badRequest("Please choose one: 'stream' or 'stream_id'.", { parameters: "stream_id, stream" });
    }
    const policy = params.op === "add" ? VISIBILITY.muted : VISIBILITY.inherit;
    await realm.write(actor, (tx, present) =>
      chooseTopicVisibility(tx, present, { channel, topic: params.topic, policy }),
    );
    return {};
  },
});

export const topicEndpoints = [postUserTopic, patchMutedTopics] as const;
