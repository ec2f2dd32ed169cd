import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, Id, integer, json, optional, withDefault } from "#api/parameters/params.ts";
import { fetchById } from "../fetch.ts";
import { type Match, matchesIn } from "./matches.ts";
import { narrowParam, termsOf } from "../narrow/terms.ts";
import { readersOf } from "./receipts.ts";
import { topicsOf } from "../topics/topic-list.ts";
import { shownTopic } from "../../topics/topic.ts";

const MAX_MESSAGES = 5000;

export const getTopics = endpoint({
  id: "get-stream-topics",
  method: "GET",
  path: "/users/me/{stream_id}/topics",
  summary: "The topics of a channel, the most recent first.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: {
    stream_id: integer("The channel's ID.", { min: 0 }),
    limit: optional(integer("At most this many, the most recent; without it, all.", { min: 1 })),
    before: optional(
      integer("Only topics whose last message is older than this one: the `max_id` of the last topic of a page.", {
        min: 0,
      }),
    ),
    allow_empty_topic_name: withDefault(boolean("Whether the empty topic may be empty."), false),
  },
  result: { topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() })) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    const topics = await topicsOf(realm, actor, params.stream_id, { limit: params.limit, before: params.before });
    return {
      topics: topics.map(({ name, maxId }) => ({
        name: shownTopic(name, params.allow_empty_topic_name),
        max_id: maxId,
      })),
    };
  },
});

const getReceipts = endpoint({
  id: "get-read-receipts",
  method: "GET",
  path: "/messages/{message_id}/read_receipts",
  summary: "Who has read a message.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: { message_id: integer("The message's ID.", { min: 0 }) },
  result: { user_ids: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    return { user_ids: await readersOf(realm, actor, params.message_id) };
  },
});

const getMatches = endpoint({
  id: "check-messages-match-narrow",
  method: "GET",
  path: "/messages/matches_narrow",
  summary: "Which messages match a narrow.",
  auth: "user",
  scope: "messages:read",
  isChannelBound: true,
  params: {
    msg_ids: json("The messages.", Type.Array(Id(), { maxItems: MAX_MESSAGES })),
    narrow: narrowParam,
  },
  result: {
    messages: Type.Record(Type.String(), Type.Object({ match_content: Type.String(), match_subject: Type.String() })),
  },
  errors: ["BAD_REQUEST", "BAD_NARROW"],
  async run({ realm, actor, params }) {
    const options = { wanted: "rendered", isOwn: true } as const;
    const { messages, searches } = await fetchById(realm, actor, termsOf(params.narrow), params.msg_ids, options);
    const matches = await matchesIn(realm, searches, messages, false);
    return { messages: Object.fromEntries(messages.map(({ id }, index) => [id, matches[index] as Match])) };
  },
});

export const lookupEndpoints = [getTopics, getReceipts, getMatches] as const;
