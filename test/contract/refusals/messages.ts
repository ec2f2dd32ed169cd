import { ABSENT, FOR_NO_WEBHOOKS, notFound, type RefusedCalls } from "./row.ts";

const channel = { stream_id: ABSENT };
const message = { message_id: ABSENT };
const page = { anchor: "newest", num_before: 1, num_after: 0 };
const narrow = [{ operator: "mood", operand: "melancholy" }];

export const messageRefusals: RefusedCalls = {
  "POST /messages": ["STREAM_DOES_NOT_EXIST", { type: "channel", to: "nowhere", topic: "x", content: "x" }],
  "POST /external/{integration}": ["INVALID_JSON", { integration: "json", payload: "{" }, { by: "webhook" }],
  "GET /messages": ["BAD_NARROW", { ...page, narrow }],
  "GET /messages/{message_id}": ["BAD_REQUEST", message],
  "GET /messages/{message_id}/history": ["BAD_REQUEST", message],
  "GET /messages/{message_id}/read_receipts": ["BAD_REQUEST", message],
  "GET /messages/matches_narrow": ["BAD_NARROW", (world) => ({ msg_ids: [world.message], narrow })],
  "GET /users/me/{stream_id}/topics": ["BAD_REQUEST", channel],
  "POST /messages/render": ["REQUEST_VARIABLE_MISSING"],
  "PATCH /messages/{message_id}": ["BAD_REQUEST", { ...message, content: "x" }],
  "DELETE /messages/{message_id}": ["BAD_REQUEST", message],
  "POST /messages/{message_id}/report": ["BAD_REQUEST", { ...message, report_type: "spam" }],
  "POST /streams/{stream_id}/delete_topic": ["BAD_REQUEST", { ...channel, topic_name: "x" }],
  "POST /messages/{message_id}/reactions": [
    "BAD_REQUEST",
    (world) => ({ message_id: world.message, emoji_name: "no_such_emoji" }),
  ],
  "DELETE /messages/{message_id}/reactions": [
    "REACTION_DOES_NOT_EXIST",
    (world) => ({ message_id: world.message, emoji_name: "heart" }),
  ],
  "POST /submessage": ["BAD_REQUEST", { ...message, msg_type: "widget", content: "{}" }],
  "POST /messages/flags": [
    "BAD_REQUEST",
    (world) => ({ messages: [world.message], op: "add", flag: "has_alert_word" }),
  ],
  "POST /messages/flags/narrow": ["BAD_NARROW", { ...page, narrow, op: "add", flag: "read" }],
  "POST /mark_all_as_read": FOR_NO_WEBHOOKS,
  "POST /mark_stream_as_read": ["BAD_REQUEST", channel],
  "POST /mark_topic_as_read": ["BAD_REQUEST", { ...channel, topic_name: "x" }],
  "POST /user_topics": ["BAD_REQUEST", { ...channel, topic: "x", visibility_policy: 1 }],
  "PATCH /users/me/subscriptions/muted_topics": ["BAD_REQUEST", { ...channel, topic: "x", op: "add" }],
  "POST /typing": ["BAD_REQUEST", { op: "start", to: [ABSENT] }],
  "POST /messages/{message_id}/typing": ["BAD_REQUEST", { ...message, op: "start" }],
  "POST /user_uploads": ["BAD_REQUEST"],
  "GET /user_uploads/{realm_id_str}/{filename}": notFound({ realm_id_str: 1, filename: "ab/none/x.txt" }),
  "GET /attachments": FOR_NO_WEBHOOKS,
  "DELETE /attachments/{attachment_id}": ["BAD_REQUEST", { attachment_id: ABSENT }],
  "POST /register": ["BAD_REQUEST", { narrow: [["mood", "melancholy"]] }],
  "GET /events": ["BAD_EVENT_QUEUE_ID", { queue_id: "none", last_event_id: -1, dont_block: true }],
  "DELETE /events": ["BAD_EVENT_QUEUE_ID", { queue_id: "none" }],
};
