import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { integer, text } from "#api/parameters/params.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";
import { deleteMessage } from "./actions/delete.ts";
import { deleteTopic } from "./delete-topic.ts";
import { editEndpoints } from "./edit-endpoints.ts";
import { reportMessage } from "./report-endpoint.ts";

export const deleteOne = endpoint({
  id: "delete-message",
  method: "DELETE",
  path: "/messages/{message_id}",
  summary: "Deletes a message for everybody.",
  auth: "user",
  scope: "messages:write",
  isChannelBound: true,
  audits: ["message.deleted_by_other"],
  params: { message_id: integer("The message's ID.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["delete_message", "stream/update", "attachment/update"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => deleteMessage(tx, present, params.message_id));
    return {};
  },
});

export const deleteTopicEndpoint = endpoint({
  id: "delete-topic",
  method: "POST",
  path: "/streams/{stream_id}/delete_topic",
  summary: "Deletes a topic's messages that the caller can see, the newest first.",
  auth: "administrator",
  scope: "messages:write",
  audits: ["message.deleted_by_other"],
  params: {
    stream_id: integer("The channel's ID.", { min: 0 }),
    topic_name: text("The topic.", { max: 10 * LIMITS.max_topic_length }),
  },
  result: { complete: Type.Boolean() },
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  emits: ["delete_message", "stream/update", "user_topic", "muted_topics", "attachment/update"],
  run: async ({ site, realm, actor, params }) => ({
    complete: await deleteTopic(realm, actor, params.stream_id, params.topic_name, site.clock),
  }),
});

export const revisionEndpoints = [...editEndpoints, deleteOne, deleteTopicEndpoint, reportMessage] as const;
