import { Type } from "typebox";
import { endpoint } from "../api/endpoint.ts";
import { boolean, integer, withDefault } from "../api/params.ts";
import { readersOf } from "./receipts.ts";
import { topicsOf } from "./topic-list.ts";
import { shownTopic } from "./topic.ts";

const getTopics = endpoint({
  id: "get-stream-topics",
  method: "GET",
  path: "/users/me/{stream_id}/topics",
  summary: "The topics of a channel, the most recent first.",
  auth: "user",
  params: {
    stream_id: integer("The channel's ID.", { min: 0 }),
    allow_empty_topic_name: withDefault(boolean("Whether the empty topic may be empty."), false),
  },
  result: { topics: Type.Array(Type.Object({ name: Type.String(), max_id: Type.Integer() })) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    const topics = await topicsOf(realm, actor, params.stream_id);
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
  params: { message_id: integer("The message's ID.", { min: 0 }) },
  result: { user_ids: Type.Array(Type.Integer()) },
  errors: ["BAD_REQUEST"],
  async run({ realm, actor, params }) {
    return { user_ids: await readersOf(realm, actor, params.message_id) };
  },
});

export const lookupEndpoints = [getTopics, getReceipts] as const;
