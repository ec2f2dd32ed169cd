import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { type Unpacked, unpacked } from "#domains/exports/test-support.ts";
import { upload } from "#domains/files/test-support.ts";
import { SECRET } from "../harness/cast.ts";
import { createChannel } from "../harness/channels.ts";
import { type Outcome, runCommandHere } from "../harness/command.ts";
import type { TestDatabase } from "../harness/database.ts";
import { linkGroups, linksFollowed } from "../harness/group-links.ts";
import { raw } from "../harness/raw.ts";
import type { CastMember, TestServer } from "../harness/server.ts";

/** Runs a command on a database, with a data folder of the test's own. */
export const runOn = (database: TestDatabase, dataDir: string, ...words: string[]): Promise<Outcome> =>
  runCommandHere([...words, "--database-url", database.url, "--data", dataDir], { PARLEY_SECRET: SECRET });

export async function exportOf(database: TestDatabase, dataDir: string, file: string): Promise<Unpacked> {
  const { code, output } = await runOn(database, dataDir, "export", file);
  assert.equal(code, 0, output);
  return unpacked(readFileSync(file));
}

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer();

async function sendPicture(server: TestServer, who: CastMember, path: string, data: Buffer): Promise<void> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(data)]), "x.png");
  const { status, text } = await raw(`${server.url}/api/v1${path}`, { method: "POST", as: who, body });
  assert.equal(status, 200, text);
}

/** Makes something of every kind that an organization can have. */
export async function fillOrganization(server: TestServer): Promise<void> {
  const { desdemona, iago, hamlet, othello, cordelia, polonius } = server.cast;
  await fillSettings(server);
  await fillBots(server);
  const { id: kept, name } = await createChannel(othello, {
    name: "protected",
    invite_only: true,
    history_public_to_subscribers: false,
    subscribers: [othello.id, iago.id],
  });
  const say = async (who: CastMember, to: string, topic: string, content: string) =>
    (await who.call("POST /messages", { type: "channel", to, topic, content })).id;
  await say(othello, name, "before", "hamlet never sees this");
  await othello.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [hamlet.id] });
  await say(othello, name, "after", "hamlet sees this");
  await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [name] });
  const gone = await say(othello, name, "after", "deleted later");
  const file = await upload(server, hamlet, { name: "tale.txt", data: "told by an idiot" });
  const image = await upload(server, hamlet, { name: "skull.png", data: await picture("#c0ffee"), type: "image/png" });
  const first = await say(hamlet, "general", "plot", `see [it](${file}) and [him](${image}), @**Othello** @**all**`);
  await othello.call("POST /messages/{message_id}/reactions", { message_id: first, emoji_name: "tada" });
  await cordelia.call("POST /messages/{message_id}/reactions", { message_id: first, emoji_name: "skull_of_yorick" });
  await hamlet.call("PATCH /messages/{message_id}", {
    message_id: first,
    content: `instead of [it](${file}) **this**`,
  });
  await hamlet.call("PATCH /messages/{message_id}", { message_id: first, topic: "Play", propagate_mode: "change_all" });
  const moved = await say(othello, "general", "plot", "carried away, with `code` and $$x^2$$");
  const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  await othello.call("PATCH /messages/{message_id}", { message_id: moved, stream_id: kept, ...quiet });
  await hamlet.call("POST /messages", { type: "direct", to: [othello.id, cordelia.id], content: "among *three*" });
  await hamlet.call("POST /messages", { type: "direct", to: [hamlet.id], content: "to myself" });
  await say(cordelia, "general", "vote", "/poll Be?\nyes\nno");
  const poll = (await cordelia.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 })).messages[0];
  await othello.call("POST /submessage", {
    message_id: poll?.id as number,
    msg_type: "widget",
    content: JSON.stringify({ type: "vote", key: "canned,1", vote: 1 }),
  });
  await othello.call("POST /messages/flags", { messages: [first], op: "add", flag: "starred" });
  await othello.call("POST /messages/flags", { messages: [first], op: "add", flag: "read" });
  await polonius.call("POST /mark_all_as_read", {});
  await fillPersonal(server, first);
  await othello.call("PATCH /settings", { allow_private_data_export: true });
  await othello.call("DELETE /messages/{message_id}", { message_id: gone });
  // The newest message of all is gone, too, and hamlet has left before it.
  const last = await say(othello, name, "after", "deleted at once");
  await othello.call("DELETE /messages/{message_id}", { message_id: last });
  await desdemona.call("DELETE /users/{user_id}", { user_id: cordelia.id });
}

async function fillSettings(server: TestServer): Promise<void> {
  const { desdemona, hamlet, othello } = server.cast;
  await desdemona.call("PATCH /realm", {
    description: "All the **world**",
    message_content_edit_limit_seconds: "unlimited",
    waiting_period_threshold: 3,
    jitsi_server_url: "https://calls.example.com",
    can_create_groups: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
  });
  await desdemona.call("PATCH /realm/user_settings_defaults", { enter_sends: true });
  await desdemona.call("POST /realm/domains", { domain: "elsinore.example", allow_subdomains: true });
  await desdemona.call("POST /realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://e.com/{id}" });
  await desdemona.call("POST /realm/playgrounds", {
    name: "Play",
    pygments_language: "Python",
    url_template: "https://play.example/{code}",
  });
  await desdemona.call("POST /realm/profile_fields", { name: "House", field_type: 1, hint: "of birth" });
  await sendPicture(server, desdemona, "/realm/emoji/skull_of_yorick", await picture("#123456"));
  await sendPicture(server, desdemona, "/realm/icon", await picture("#654321"));
  await sendPicture(server, hamlet, "/users/me/avatar", await picture("#abcdef"));
  const { custom_fields: fields } = await hamlet.call("GET /realm/profile_fields");
  const id = fields.find(({ name }) => name === "House")?.id as number;
  await hamlet.call("PATCH /users/me/profile_data", { data: [{ id, value: "of *Denmark*" }] });
  await desdemona.call("POST /channel_folders/create", { name: "Acts", description: "one to *five*" });
  const { group_id: players } = await hamlet.call("POST /user_groups/create", {
    name: "players",
    description: "on stage",
    members: [hamlet.id, othello.id],
    subgroups: [],
  });
  const { id: wings } = await createChannel(desdemona, { name: "wings" });
  await linkGroups(desdemona, wings, [players]);
  await linksFollowed(server);
}

async function fillBots(server: TestServer): Promise<void> {
  const { desdemona, othello } = server.cast;
  const { api_key: key } = await othello.call("POST /bots", {
    full_name: "Crier",
    short_name: "crier",
    bot_type: 3,
    payload_url: "https://bot.example.com/",
    default_sending_stream: "general",
  });
  const { bots } = await othello.call("GET /bots");
  const address = bots.find(({ full_name: name }) => name === "Crier")?.username as string;
  const crier = server.as(address, key);
  await crier.call("PUT /bot_storage", { storage: { line: "who's there" } });
  await crier.call("POST /bot_commands", { name: "cry", description: "Tells the hour", argument_hint: "[place]" });
  await createChannel(desdemona, { name: "stage", subscribers: [desdemona.id] });
  await desdemona.call("POST /default_stream_groups/create", {
    group_name: "Theatre",
    description: "All of it",
    stream_names: ["stage"],
  });
}

async function fillPersonal({ cast }: TestServer, messageId: number): Promise<void> {
  const { hamlet, othello } = cast;
  const general = (await hamlet.call("GET /get_stream_id", { stream: "general" })).stream_id;
  const later = Math.floor(Date.now() / 1000) + 86_400;
  await hamlet.call("PATCH /settings", { twenty_four_hour_time: true, timezone: "Europe/Copenhagen" });
  await hamlet.call("POST /users/me/status", { status_text: "mad", emoji_name: "crown" });
  await hamlet.call("POST /users/me/muted_users/{muted_user_id}", { muted_user_id: othello.id });
  await hamlet.call("POST /users/me/alert_words", { alert_words: ["ghost", "Yorick"] });
  await hamlet.call("POST /user_topics", { stream_id: general, topic: "Play", visibility_policy: 3 });
  await hamlet.call("POST /drafts", { drafts: [{ type: "stream", to: [general], topic: "x", content: "unsaid" }] });
  await hamlet.call("POST /saved_snippets", { title: "Soliloquy", content: "To be" });
  await hamlet.call("POST /scheduled_messages", {
    type: "channel",
    to: general,
    topic: "later",
    content: "not *yet*",
    scheduled_delivery_timestamp: later,
  });
  await hamlet.call("POST /reminders", { message_id: messageId, scheduled_delivery_timestamp: later, note: "soon" });
  await hamlet.call("POST /navigation_views", { fragment: "narrow/is/dm", is_pinned: true, name: "Letters" });
  await hamlet.call("POST /users/me/onboarding_steps", { onboarding_step: "intro_inbox_view_modal" });
  await othello.call("POST /users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: general, property: "pin_to_top", value: true }],
  });
}
