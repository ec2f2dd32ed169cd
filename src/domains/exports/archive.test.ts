import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { createChannel, type MadeChannel } from "../../../test/harness/channels.ts";
import { raw } from "../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../test/harness/server.ts";
import { upload } from "#domains/files/test-support.ts";
import { exported, type Unpacked } from "./test-support.ts";

/** What only some may read. Each text says who. */
const SECRETS = {
  consenting: "a letter of hamlet",
  ofOthers: "a letter between others",
  shared: "said among hamlet and friends",
  before: "said before hamlet came",
  since: "said since hamlet came",
  others: "said among others",
  file: "the words of a private file",
  moved: "written in a private channel",
  draft: "a thought of hamlet",
  otherDraft: "a thought of othello",
};

suite("what is in an export", () => {
  let server: TestServer;
  let shared: MadeChannel;
  let others: MadeChannel;
  let moved: number;
  const say = async (who: CastMember, to: MadeChannel | string, content: string) => {
    const name = typeof to === "string" ? to : to.name;
    return (await who.call("POST /messages", { type: "channel", to: name, topic: "plot", content })).id;
  };
  const has = ({ text }: Unpacked) =>
    Object.entries(SECRETS)
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => name);

  before(async () => {
    server = await startTestServer();
    const { hamlet, othello, cordelia } = server.cast;
    const both = [hamlet.id, othello.id];
    shared = await createChannel(othello, {
      name: "shared secret",
      invite_only: true,
      history_public_to_subscribers: true,
      subscribers: both,
    });
    const kept = await createChannel(othello, {
      name: "protected secret",
      invite_only: true,
      history_public_to_subscribers: false,
      subscribers: [othello.id],
    });
    others = await createChannel(othello, {
      name: "hidden chamber",
      invite_only: true,
      subscribers: [othello.id, cordelia.id],
    });
    await say(othello, shared, SECRETS.shared);
    await say(othello, kept, SECRETS.before);
    await othello.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: kept.name }],
      principals: [hamlet.id],
    });
    await say(othello, kept, SECRETS.since);
    await say(othello, others, SECRETS.others);
    await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: SECRETS.consenting });
    await cordelia.call("POST /messages", { type: "direct", to: [othello.id], content: SECRETS.ofOthers });
    const open = await say(
      hamlet,
      "general",
      `see [it](${await upload(server, hamlet, { data: "the words of a public file" })})`,
    );
    await say(othello, others, `see [it](${await upload(server, othello, { data: SECRETS.file })})`);
    await othello.call("POST /messages/{message_id}/reactions", { message_id: open, emoji_name: "tada" });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: open, topic: "play" });
    moved = await say(othello, others, SECRETS.moved);
    await othello.call("PATCH /messages/{message_id}", { message_id: moved, content: "harmless" });
    const general = (await hamlet.call("GET /get_stream_id", { stream: "general" })).stream_id;
    const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    await othello.call("PATCH /messages/{message_id}", { message_id: moved, stream_id: general, ...quiet });
    for (const [who, content] of [
      [hamlet, SECRETS.draft],
      [othello, SECRETS.otherDraft],
    ] as const) {
      await who.call("POST /drafts", { drafts: [{ type: "", to: [], topic: "", content }] });
      await who.call("POST /messages/flags", { messages: [open], op: "add", flag: "starred" });
      await who.call("POST /users/me/alert_words", { alert_words: [`${who.name} is meant`] });
    }
    await hamlet.call("PATCH /settings", { allow_private_data_export: true });
    await cordelia.call("PATCH /settings", { email_address_visibility: 4 });
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(picture)]), "x.png");
    assert.equal((await raw(`${server.url}/api/v1/users/me/avatar`, { method: "POST", as: hamlet, body })).status, 200);
  });

  test("CVE-2022-31134, CVE-2025-27149: what is public holds nothing of anything private, not even that it is there", async () => {
    const { desdemona, hamlet, othello, cordelia } = server.cast;
    const archive = await exported(server, desdemona, 1);
    assert.deepEqual(has(archive), []);
    for (const { name } of [shared, others]) assert.ok(!archive.text.includes(name), name);
    const format = archive.json("format.json");
    assert.deepEqual([format["format"], format["version"], format["kind"]], ["parley-export", 1, "public"]);
    const channels = new Set(archive.rows("channels").map(({ id }) => id));
    const messages = archive.rows("messages");
    assert.ok(messages.length > 0 && messages.every(({ conversation_id: id }) => channels.has(id)));
    for (const table of ["subscriptions", "read_state", "user_topics"]) {
      assert.ok(
        archive.rows(table).every((row) => channels.has(row["channel_id"] ?? row["conversation_id"])),
        table,
      );
    }
    assert.ok(archive.rows("subscriptions").every((row) => row["color"] === null && row["received"] === null));
    for (const table of ["drafts", "direct_conversations", "alert_words", "read_state", "muted_users", "reminders"]) {
      assert.deepEqual(archive.rows(table), [], table);
    }
    assert.ok(messages.every(({ flags }) => (flags as unknown[]).length === 0));
    const first = messages.find(({ content }) => (content as string).startsWith("see "));
    assert.deepEqual(
      ((first as Record<string, unknown>)["reactions"] as { user_id: number }[]).map(({ user_id }) => user_id),
      [othello.id],
    );
    assert.partialDeepStrictEqual(first?.["edits"], [{ prev_topic: "plot", topic: "play" }]);
    const [file, ...more] = archive.rows("uploads");
    assert.deepEqual([more, first?.["uploads"]], [[], [file?.["id"]]]);
    assert.equal(archive.files.get(`uploads/${String(file?.["id"])}`)?.toString(), "the words of a public file");
    assert.equal(archive.files.has(`avatars/${hamlet.id}.png`), true);
    // It came out of a private channel: what it was there stays there.
    const came = messages.find(({ id }) => id === moved);
    assert.deepEqual([came?.["content"], came?.["edits"], came?.["origin_id"]], ["harmless", [], undefined]);
    const users = new Map(archive.rows("users").map((user) => [user["id"], user]));
    assert.equal(users.get(cordelia.id)?.["email"], null, "nobody may see it");
    assert.equal(users.get(hamlet.id)?.["email"], hamlet.email);
    assert.ok([...users.values()].every((user) => user["settings"] === null));
    const counts = archive.json("counts.json");
    assert.deepEqual([counts["messages"], counts["channels"]], [messages.length, channels.size]);
    assert.ok(!/argon2|api_key|password/.test(archive.text), "no secrets");
  });

  test("by consent the private data of those who agreed is there, and of nobody else", async () => {
    const { desdemona, hamlet, othello } = server.cast;
    const archive = await exported(server, desdemona, 2);
    assert.deepEqual(has(archive), ["consenting", "shared", "since", "draft"]);
    assert.ok(archive.text.includes(shared.name) && !archive.text.includes(others.name));
    const own = (table: string) => archive.rows(table).map(({ user_id: id }) => id);
    for (const table of ["drafts", "alert_words", "read_state"]) {
      assert.deepEqual([...new Set(own(table))], [hamlet.id], table);
    }
    const flags = archive.rows("messages").flatMap((row) => row["flags"] as { user_id: number; flags: string[] }[]);
    assert.ok(flags.length > 0 && flags.every(({ user_id: id }) => id === hamlet.id));
    const colors = archive.rows("subscriptions").filter((row) => row["color"] !== null);
    assert.ok(colors.length > 0 && colors.every((row) => row["user_id"] === hamlet.id));
    const members = archive.rows("subscriptions").filter((row) => row["channel_id"] === shared.id);
    assert.deepEqual(
      members.map((row) => row["user_id"]),
      [hamlet.id, othello.id],
    );
    const settings = archive.rows("users").filter((row) => row["settings"] !== null);
    assert.deepEqual(
      settings.map(({ id }) => id),
      [hamlet.id],
    );
    assert.equal(archive.rows("uploads").length, 1);
  });
});
