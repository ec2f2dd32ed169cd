import { ACCOUNTS, ADMINISTRATORS, bad, only, SENDERS } from "./gates.ts";
import type { Rows } from "./row.ts";
import type { Actor, World } from "./world.ts";

const AUTHOR = only(["member"], bad("You don't have permission to edit this message"));
const DELETERS = only(["owner", "administrator", "member"], bad("You don't have permission to delete this message"));
const message = (world: World) => ({ message_id: world.message });
const topic = (world: World) => ({ stream_id: world.channel.id, topic: "deeds" });

export const messageRows: Rows = {
  "POST /messages": [
    SENDERS,
    (world) => ({ type: "channel", to: world.channel.name, topic: "deeds", content: "Words." }),
  ],
  "POST /external/{integration}": [
    only(["bot", "webhook"], bad("Webhooks are for incoming webhook bots and generic bots only."), SENDERS),
    (world) => ({ integration: "json", stream: world.channel.name, payload: '{"name": "Yorick"}' }),
  ],
  "GET /messages": [ACCOUNTS, () => ({ anchor: "newest", num_before: 1, num_after: 0 })],
  "GET /messages/{message_id}": [ACCOUNTS, message],
  "GET /messages/{message_id}/history": [ACCOUNTS, message],
  "GET /messages/{message_id}/read_receipts": [ACCOUNTS, message],
  "GET /messages/matches_narrow": [ACCOUNTS, (world) => ({ msg_ids: [world.message], narrow: [] })],
  "GET /users/me/{stream_id}/topics": [ACCOUNTS, (world) => ({ stream_id: world.channel.id })],
  "POST /messages/render": [ACCOUNTS, () => ({ content: "x" })],
  "PATCH /messages/{message_id}": [AUTHOR, (world) => ({ ...message(world), content: world.fresh() })],
  "DELETE /messages/{message_id}": [DELETERS, async (world) => ({ message_id: await world.post() })],
  "POST /messages/{message_id}/report": [ACCOUNTS, (world) => ({ ...message(world), report_type: "spam" })],
  "POST /streams/{stream_id}/delete_topic": [
    ADMINISTRATORS,
    (world) => ({ stream_id: world.second.id, topic_name: "none" }),
  ],
  "POST /messages/{message_id}/reactions": [ACCOUNTS, (world) => ({ ...message(world), emoji_name: "tada" })],
  "DELETE /messages/{message_id}/reactions": [ACCOUNTS, (world) => ({ ...message(world), emoji_name: "tada" })],
  "POST /submessage": [
    ACCOUNTS,
    async ({ member, channel }) => {
      const poll = { type: "channel", to: channel.name, topic: "deeds", content: "/poll To be?\n- yes" } as const;
      const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
      return { message_id: (await member.call("POST /messages", poll)).id, msg_type: "widget", content: vote };
    },
  ],
  "POST /messages/flags": [ACCOUNTS, (world) => ({ messages: [world.message], op: "add", flag: "starred" })],
  "POST /messages/flags/narrow": [
    ACCOUNTS,
    () => ({ anchor: "newest", num_before: 1, num_after: 0, narrow: [], op: "add", flag: "read" }),
  ],
  "POST /mark_all_as_read": [ACCOUNTS],
  "POST /mark_stream_as_read": [ACCOUNTS, (world) => ({ stream_id: world.channel.id })],
  "POST /mark_topic_as_read": [ACCOUNTS, (world) => ({ stream_id: world.channel.id, topic_name: "deeds" })],
  "POST /user_topics": [ACCOUNTS, (world) => ({ ...topic(world), visibility_policy: 3 })],
  "PATCH /users/me/subscriptions/muted_topics": [ACCOUNTS, (world) => ({ ...topic(world), op: "add" })],
  "POST /typing": [ACCOUNTS, (world) => ({ ...topic(world), type: "channel", op: "start" })],
  "POST /messages/{message_id}/typing": [
    ACCOUNTS,
    async (world, { role, client }) => ({
      message_id: role === "deactivated" || role === "nobody" ? world.message : await world.post(client),
      op: "start",
    }),
  ],
  "POST /user_uploads": [ACCOUNTS, undefined, { meets: /must specify a file/ }],
  "GET /user_uploads/{realm_id_str}/{filename}": [
    ACCOUNTS,
    () => ({ realm_id_str: 1, filename: "ab/none/x.txt" }),
    { meets: /no such file/ },
  ],
  "GET /attachments": [ACCOUNTS],
  "DELETE /attachments/{attachment_id}": [
    ACCOUNTS,
    () => ({ attachment_id: 2_147_483_000 }),
    { meets: /Invalid attachment/ },
  ],
  "POST /register": [ACCOUNTS, () => ({ event_types: ["message"] })],
  "GET /events": [
    ACCOUNTS,
    (_, actor) => queueOf(actor).then(({ queue_id }) => ({ queue_id, last_event_id: -1, dont_block: true })),
  ],
  "DELETE /events": [ACCOUNTS, (_, actor) => queueOf(actor)],
};

/** Actors that cannot have a queue name an arbitrary one. */
async function queueOf({ client }: Actor) {
  const queue = await client.call("POST /register", { event_types: ["message"] }).catch(() => undefined);
  return { queue_id: queue?.queue_id ?? "none" };
}
