import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, text } from "#api/parameters/params.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { readAll, readChannel, readTopic } from "./actions/mark-read.ts";

const emits = ["update_message_flags/add"];
const stream_id = integer("The channel's ID.", { min: 0 });

const markAll = endpoint({
  id: "mark-all-as-read",
  method: "POST",
  path: "/mark_all_as_read",
  summary: "Marks all messages as read.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: {},
  result: { complete: Type.Boolean() },
  errors: [],
  emits,
  async run({ realm, actor }) {
    await realm.write(actor, readAll);
    return { complete: true };
  },
});

const markChannel = endpoint({
  id: "mark-stream-as-read",
  method: "POST",
  path: "/mark_stream_as_read",
  summary: "Marks the messages of a channel as read.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: { stream_id },
  result: {},
  errors: ["BAD_REQUEST"],
  emits,
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, reader) => readChannel(tx, reader, params.stream_id));
    return {};
  },
});

const markTopic = endpoint({
  id: "mark-topic-as-read",
  method: "POST",
  path: "/mark_topic_as_read",
  summary: "Marks the messages of a topic as read.",
  auth: "user",
  scope: "messages:write",
  audits: "personal",
  params: { stream_id, topic_name: text("The topic.", { max: LIMITS.max_topic_length }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits,
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, reader) => readTopic(tx, reader, params.stream_id, params.topic_name));
    return {};
  },
});

export const markEndpoints = [markAll, markChannel, markTopic] as const;
