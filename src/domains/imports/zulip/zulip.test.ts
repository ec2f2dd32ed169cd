import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { BadArchive } from "../bad-archive.ts";
import { smallPicture, type Staged, staged, tarOf, testFolder } from "../common/test-support.ts";
import { zulipReader } from "./reader.ts";
import { zulipExport } from "./test-support.ts";

suite("an export of Zulip", () => {
  const folder = testFolder();
  const file = join(folder, "zulip-export.tar.gz");
  let read: Staged;
  const message = (start: string) => read.rows("messages").find(({ content }) => content.startsWith(start));

  before(async () => {
    const files = Object.entries(zulipExport(await smallPicture("#ff0000"), await smallPicture("#0000ff")));
    tarOf(file, Object.fromEntries(files.map(([name, data]) => [`zulip-export-x1/${name}`, data])));
    read = await staged(zulipReader, file);
  });

  test("it is recognized, and other archives are not", async () => {
    assert.equal(await zulipReader.recognizes(file), true);
    assert.equal(await zulipReader.recognizes(tarOf(join(folder, "other.tar.gz"), { "a/b/realm.json": [] })), false);
    const broken = join(folder, "broken.tar.gz");
    writeFileSync(broken, readFileSync(file).subarray(0, 200));
    await assert.rejects(zulipReader.recognizes(broken), BadArchive, "who asks is told why");
  });

  test("the organization keeps its name, its settings and its pictures", () => {
    assert.deepEqual(read.rows("organization"), [
      {
        name: "Acme",
        subdomain: "acme",
        created_at: "2020-09-13T12:26:39.000000Z",
        settings: {
          description: "Makers of *everything*",
          waiting_period_threshold: 3,
          message_content_edit_limit_seconds: null,
          message_edit_history_visibility_policy: "moves",
          topics_policy: "disable_empty_topic",
          new_stream_announcements_stream_id: 5,
          can_create_groups: { direct_members: [5], direct_subgroups: [80] },
          can_access_all_users_group: 91,
          user_settings_defaults: { color_scheme: 3, resolved_topic_notice_auto_read_policy: "never" },
        },
      },
    ]);
    assert.deepEqual(read.rows("domains"), [{ domain: "acme.example", allow_subdomains: true }]);
    assert.deepEqual(
      read.rows("linkifiers").map(({ id }) => id),
      [1, 2],
    );
    assert.equal(read.rows("playgrounds").length, 1);
    assert.deepEqual(read.files("organization"), ["icon.png"]);
  });

  test("people keep their IDs, roles, settings and pictures; who is only named gets an account", async () => {
    const users = new Map(read.rows("users").map((user) => [user.id, user]));
    assert.deepEqual(
      [...users.keys()].sort((a, b) => a - b),
      [2, 5, 6, 7, 8, 9, 404],
    );
    assert.partialDeepStrictEqual(users.get(5), {
      full_name: "Mia Owner",
      email: "mia@acme.example",
      role: 100,
      is_active: true,
      date_joined: "2020-09-13T12:26:40.500000Z",
      timezone: "Europe/Berlin",
      avatar_source: "U",
      settings: { enter_sends: true, color_scheme: 2 },
    });
    assert.equal(users.get(6)?.settings?.["resolved_topic_notice_auto_read_policy"], "except_followed");
    assert.deepEqual(read.files("avatars"), ["5.png"]);
    const { dominant } = await sharp(read.file("avatars/5.png")).stats();
    assert.ok(dominant.r > dominant.b, "it is the picture that was uploaded");
    assert.partialDeepStrictEqual(users.get(8), { bot_type: 3, bot_owner_id: 5 });
    assert.partialDeepStrictEqual(users.get(9), { full_name: "Pat Dummy", is_active: false });
    assert.partialDeepStrictEqual(users.get(2), {
      full_name: "emailgateway",
      email: null,
      bot_type: 1,
      is_active: false,
    });
    assert.partialDeepStrictEqual(users.get(404), { full_name: "Former user 404", is_active: false });
    assert.deepEqual(read.rows("system_bots"), [{ id: 1, name: "notification-bot" }]);
    assert.deepEqual(read.rows("bots"), [
      {
        id: 8,
        default_sending_stream: 5,
        default_events_register_stream: null,
        default_all_public_streams: false,
        service: { baseUrl: "https://hook.example/", interface: 2, name: "deploy", config: {} },
      },
    ]);
    assert.deepEqual(read.rows("bot_storage"), [{ bot_id: 8, key: "last", value: "7" }]);
  });

  test("groups have their members and subgroups, and settings name groups or sets of people", () => {
    const groups = read
      .rows("user_groups")
      .map(({ id, name, members, is_system, settings }) => ({ id, name, members, is_system, settings }));
    assert.deepEqual(groups, [
      { id: 81, name: "role:members", members: [], is_system: true, settings: {} },
      { id: 91, name: "role:everyone", members: [], is_system: true, settings: {} },
      {
        id: 80,
        name: "backend",
        members: [6],
        is_system: false,
        settings: { can_manage_group: { direct_members: [5], direct_subgroups: [80] }, can_mention_group: 91 },
      },
    ]);
  });

  test("channels keep their IDs and settings", () => {
    assert.deepEqual(read.rows("channels"), [
      {
        id: 5,
        name: "general",
        description: "For **all** of us",
        created_at: "2020-09-13T12:26:41.000000Z",
        creator_id: 5,
        invite_only: false,
        is_web_public: false,
        history_public_to_subscribers: true,
        is_archived: false,
        is_default: true,
        message_retention_days: null,
        topics_policy: "inherit",
        folder_id: 4,
        settings: {
          can_administer_channel_group: { direct_members: [5], direct_subgroups: [80] },
          can_send_message_group: 81,
        },
      },
      {
        id: 6,
        name: "old",
        description: "",
        created_at: "2020-09-13T12:26:41.000000Z",
        creator_id: null,
        invite_only: true,
        is_web_public: false,
        history_public_to_subscribers: false,
        is_archived: true,
        is_default: false,
        message_retention_days: null,
        topics_policy: "empty_topic_only",
        folder_id: null,
        settings: {},
      },
    ]);
    assert.partialDeepStrictEqual(read.rows("channel_folders"), [
      { id: 4, name: "Projects", position: 0, creator_id: 5 },
    ]);
  });

  test("subscriptions tell which messages were received", () => {
    const rows = read
      .rows("subscriptions")
      .map(({ user_id, channel_id, received, is_dormant }) => [user_id, channel_id, received, is_dormant]);
    assert.deepEqual(rows, [
      [5, 5, "{[1,)}", false],
      [6, 5, "{[2,4),[5,)}", false],
      [7, 5, "{[1,9)}", true],
      [6, 6, "{[1,4)}", false],
    ]);
    assert.partialDeepStrictEqual(read.rows("subscriptions")[0], {
      color: "#76ce90",
      pin_to_top: true,
      push_notifications: true,
    });
  });

  test("messages are numbered without gaps, and links to messages and files follow", () => {
    const messages = read.rows("messages");
    assert.deepEqual(
      messages.map(({ id }) => id),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    const [path, odd] = read.rows("uploads").map((upload) => upload.path);
    assert.equal(path, "2/5d/ZDwqYcEjKJRVtzhKLYHbiopg/plan.txt");
    assert.equal(message("See")?.content, `See [plan](/user_uploads/${path}) and [odd](/user_uploads/${odd})`);
    assert.match(odd ?? "", /^0\/[0-9a-f]+\/[\w-]{24}\/odd.txt$/);
    assert.equal(
      message("see [it]")?.content,
      "see [it](#narrow/channel/5-general/topic/plan/near/1), #**general>plan@1**, [gone](#narrow/channel/5-general/topic/plan), https://other.example/#narrow/channel/5-general/topic/plan/near/1001",
    );
    assert.partialDeepStrictEqual(messages[0], {
      type: "channel",
      conversation_id: 5,
      sender_id: 5,
      topic: "plan",
      sent_at: "2023-11-14T22:30:01.250000Z",
      client: "website",
      read_by_sender: true,
    });
    assert.deepEqual([messages[1]?.sender_id, messages[1]?.topic], [1, ""]);
    assert.equal(read.file("uploads/1").toString(), "the plan");
  });

  test("direct messages of the same people are in one conversation", () => {
    const conversations = new Map(read.rows("direct_conversations").map(({ id, user_ids }) => [id, user_ids]));
    assert.deepEqual(
      [...conversations],
      [
        [7, [5, 6]],
        [8, [5, 6, 9]],
        [9, [2, 5]],
      ],
    );
    const ids = ["privately", "the three", "by mail", "back"].map((start) => message(start)?.conversation_id);
    assert.deepEqual(ids, [7, 8, 9, 7]);
  });

  test("edits, reactions, flags and what was read come along", () => {
    assert.deepEqual(message("see [it]")?.edits, [
      { user_id: 6, timestamp: 1700009000, prev_content: "before" },
      { user_id: 404, timestamp: 1700008000, prev_topic: "plan", topic: "plan B", prev_stream: 6, stream: 5 },
    ]);
    assert.deepEqual(message("See")?.reactions, [
      { user_id: 6, reaction_type: "unicode_emoji", emoji_code: "1f389", emoji_name: "tada" },
      { user_id: 5, reaction_type: "realm_emoji", emoji_code: "3", emoji_name: "party" },
    ]);
    assert.deepEqual(message("See")?.flags, [{ user_id: 6, flags: ["starred"] }]);
    assert.deepEqual(message("in the archived")?.flags, [{ user_id: 6, flags: ["mentioned"] }], "as one of a group");
    assert.deepEqual(message("back")?.flags, [{ user_id: 5, flags: ["mentioned"] }]);
    const states = read
      .rows("read_state")
      .map(({ user_id, conversation_id, ranges }) => [user_id, conversation_id, ranges]);
    assert.deepEqual(states, [
      [5, 5, "{[1,5)}"],
      [6, 5, "{[1,2),[4,5)}"],
      [404, 5, "{[2,3)}"],
      [6, 6, "{[3,4)}"],
      [5, 7, "{[5,6)}"],
      [6, 7, "{[8,9)}"],
      [6, 8, "{[6,7)}"],
    ]);
  });

  test("polls have their votes, in the order in which they were given", () => {
    const poll = JSON.stringify({ widget_type: "poll", extra_data: { question: "When?", options: ["now"] } });
    const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
    assert.deepEqual(message("in the archived")?.submessages, [
      { id: 1, sender_id: 6, msg_type: "widget", content: poll },
      { id: 2, sender_id: 6, msg_type: "widget", content: vote },
    ]);
    assert.deepEqual(message("See")?.submessages, [{ id: 4, sender_id: 5, msg_type: "widget", content: "{}" }]);
  });

  test("who may see earlier texts is never more than there", async () => {
    const policyOf = async (columns: object) => {
      const archive = zulipExport(await smallPicture()) as { "realm.json": { zerver_realm: object[] } };
      const [{ message_edit_history_visibility_policy: _, ...realm }] = archive["realm.json"].zerver_realm as [
        { message_edit_history_visibility_policy: number },
      ];
      const files = {
        ...archive,
        "realm.json": { ...archive["realm.json"], zerver_realm: [{ ...realm, ...columns }] },
      };
      const path = join(folder, `history-${JSON.stringify(columns).replace(/\W/g, "")}.tar.gz`);
      const [organization] = (await staged(zulipReader, tarOf(path, files))).rows("organization");
      return organization?.settings?.["message_edit_history_visibility_policy"];
    };
    const name = "message_edit_history_visibility_policy";
    assert.equal(await policyOf({ [name]: 1 }), "all");
    assert.equal(await policyOf({ [name]: 3 }), "none");
    assert.equal(await policyOf({ [name]: 9 }), "none");
    assert.equal(await policyOf({ allow_edit_history: false }), "none");
    assert.equal(await policyOf({ allow_edit_history: true }), undefined);
  });

  test("what belongs to one user comes along", () => {
    const counts = [
      "user_topics",
      "muted_users",
      "user_status",
      "saved_snippets",
      "navigation_views",
      "onboarding_steps",
    ] as const;
    assert.deepEqual(
      counts.map((table) => read.rows(table).length),
      [1, 1, 1, 1, 1, 1],
    );
    assert.deepEqual(read.rows("alert_words"), [{ user_id: 6, words: ["deploy", "outage"] }]);
    assert.deepEqual(
      read.rows("profile_fields").map(({ name }) => name),
      ["Team", "Mentor"],
    );
    assert.deepEqual(read.rows("profile_values"), [
      { user_id: 6, field_id: 1, value: "Servers" },
      { user_id: 6, field_id: 2, value: "[5]" },
    ]);
    assert.partialDeepStrictEqual(read.rows("scheduled_messages"), [
      { id: 1, user_id: 6, type: "stream", recipients: [5], topic: "plan" },
    ]);
    assert.partialDeepStrictEqual(read.rows("reminders"), [{ id: 2, user_id: 6, message_id: 1, note: "answer" }]);
  });

  test("what does not come along is counted", () => {
    assert.deepEqual(read.leftOut, {
      "linkifiers that this version does not support": 1,
      "groups with names that cannot be used": 1,
      "profile fields that this version does not support": 1,
      "emoji whose pictures the export does not contain": 1,
      "files that the export does not contain": 1,
      "reactions whose emoji is not there": 1,
      "messages without a place, a time or a text": 1,
      "parts of polls and of lists of tasks that cannot be read": 1,
      "rows of the table zerver_useractivity, which have no counterpart": 2,
      "rows of the table with another name, which have no counterpart": 1,
    });
  });
});
