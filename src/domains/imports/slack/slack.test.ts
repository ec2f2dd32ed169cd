import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { smallPicture, type Staged, staged, testFolder, zipOf } from "../common/test-support.ts";
import { slackReader } from "./reader.ts";
import { withoutTokens } from "./slack-json.ts";
import { SLACK_TOKEN, slackWorkspace } from "./test-support.ts";

suite("an export of Slack", () => {
  const folder = testFolder();
  const file = join(folder, "Acme Slack export Nov 14 2023 - Nov 15 2023.zip");
  let read: Staged;
  let names: ReadonlyMap<number, string>;
  const idOf = (name: string) => read.rows("users").find(({ full_name }) => full_name === name)?.id as number;
  const channelId = (name: string) => read.rows("channels").find((channel) => channel.name === name)?.id as number;
  const message = (start: string) => read.rows("messages").find(({ content }) => content.startsWith(start));

  before(async () => {
    zipOf(file, slackWorkspace(await smallPicture()));
    read = await staged(slackReader, file);
    names = new Map(read.rows("users").map(({ id, full_name }) => [id, full_name]));
  });

  test("it is recognized, and other archives are not", async () => {
    assert.equal(await slackReader.recognizes(file), true);
    assert.equal(await slackReader.recognizes(zipOf(join(folder, "other.zip"), { "users.json": [] })), false);
    const nested = Object.fromEntries(
      Object.entries({ "users.json": [], "channels.json": [] }).map(([name, data]) => [`acme/${name}`, data]),
    );
    assert.equal(await slackReader.recognizes(zipOf(join(folder, "nested.zip"), nested)), true);
  });

  test("people have their roles, those who left are deactivated, and those who are only named get an account", () => {
    const users = read.rows("users").map(({ full_name, email, role, is_active, bot_type = null }) => ({
      full_name,
      email,
      role,
      is_active,
      bot_type,
    }));
    assert.deepEqual(users, [
      { full_name: "Mia Owner", email: "mia@acme.example", role: 100, is_active: true, bot_type: null },
      { full_name: "Noor Admin", email: "noor@acme.example", role: 200, is_active: true, bot_type: null },
      { full_name: "Ola Gone", email: null, role: 400, is_active: false, bot_type: null },
      { full_name: "Pat Guest", email: null, role: 600, is_active: true, bot_type: null },
      { full_name: "mia owner", email: "mia2@acme.example", role: 400, is_active: true, bot_type: null },
      { full_name: "Deploy", email: null, role: 400, is_active: true, bot_type: 1 },
      { full_name: "Former user U7", email: null, role: 400, is_active: false, bot_type: null },
      { full_name: "ci", email: null, role: 400, is_active: false, bot_type: 1 },
      { full_name: "Zoe Elsewhere", email: null, role: 400, is_active: false, bot_type: null },
    ]);
    const [mia, noor] = read.rows("users");
    assert.deepEqual(
      [mia?.timezone, noor?.timezone, mia?.date_joined],
      ["Europe/Berlin", "", "2017-07-14T02:40:00.000000Z"],
    );
    assert.equal(read.rows("users").find(({ bot_type }) => bot_type === 1)?.bot_owner_id, mia?.id);
  });

  test("channels are public or private, archived, described, and have names that differ by more than case", () => {
    const channels = read.rows("channels").map(({ id: _id, ...channel }) => channel);
    assert.partialDeepStrictEqual(channels, [
      {
        name: "general",
        description: "For everybody · Company news",
        created_at: "2020-09-13T12:26:40.000000Z",
        creator_id: idOf("Mia Owner"),
        invite_only: false,
        is_default: true,
      },
      { name: "old-stuff", is_archived: true, creator_id: null },
      { name: "General (2)" },
      { name: "secret", invite_only: true, history_public_to_subscribers: true },
    ]);
    assert.deepEqual(
      read.rows("direct_conversations").map(({ user_ids }) => user_ids.map((id) => names.get(id))),
      [
        ["Mia Owner", "Noor Admin"],
        ["Mia Owner", "Noor Admin", "Pat Guest"],
        ["Mia Owner", "Noor Admin", "Deploy"],
      ],
    );
    assert.partialDeepStrictEqual(read.rows("organization"), [
      { name: "Acme", created_at: "2017-07-14T02:40:00.000000Z" },
    ]);
  });

  test("messages of all channels come in the order of their times, to the microsecond", () => {
    const messages = read.rows("messages");
    assert.deepEqual(
      messages.map(({ id }) => id),
      messages.map((_one, index) => index + 1),
    );
    assert.deepEqual(
      messages.map(({ sent_at }) => sent_at),
      messages.map(({ sent_at }) => sent_at).sort(),
    );
    assert.equal(messages[1]?.content, "hush");
    assert.equal(messages[0]?.sent_at, "2023-11-14T22:13:20.000100Z");
  });

  test("a thread is a topic named by its first line, all else is in the channel's empty topic", () => {
    const topic = "Plan for old-stuff by @Noor Admin and @Mia Owner";
    const topics = (start: string) => message(start)?.topic;
    assert.deepEqual(["**Plan**", "a reply", "also for all"].map(topics), [topic, topic, topic]);
    assert.deepEqual([topics("@**channel** hello"), topics("deployed")], ["", ""]);
    assert.equal(topics("plan for"), "plan for #old-stuff by @Noor Admin and @Mia Owner");
    assert.partialDeepStrictEqual(message("privately"), { type: "direct", topic: "" });
  });

  test("texts are in our Markdown, with mentions of people and channels", () => {
    assert.equal(
      message("**Plan**")?.content,
      `**Plan** for #**old-stuff** by @**Noor Admin** and @**Mia Owner|${idOf("Mia Owner")}**\nsecond line &amp; more :+1:`,
    );
    assert.equal(
      message("from another")?.content,
      `from another workspace @**Mia Owner|${idOf("Mia Owner")}** @**mia owner|${idOf("mia owner")}** @who`,
    );
    assert.equal(message("**[Build 7]")?.content, "**[Build 7](https://ci.example/7)**\n\n*failed*");
    assert.equal(names.get(message("**[Build 7]")?.sender_id as number), "ci");
    assert.equal(names.get(message("deployed")?.sender_id as number), "Deploy");
    assert.equal(message("/me ")?.content, "/me waves");
  });

  test("a text that is longer than a message goes on in the next one", () => {
    const long = read.rows("messages").filter(({ content }) => content.startsWith("xxx"));
    assert.equal(long.map(({ content }) => content).join("").length, 12_000);
    assert.ok(long.length === 2 && long.every(({ content }) => content.length <= 10_000));
  });

  test("edits are told, and reactions come along with the emoji that there are", () => {
    const first = message("**Plan**");
    assert.partialDeepStrictEqual(first?.edits, [{ user_id: idOf("Mia Owner"), timestamp: 1700000500 }]);
    const [party, ...more] = read.rows("emoji");
    assert.deepEqual([party?.name, more], ["party", []]);
    assert.deepEqual(first?.reactions, [
      { user_id: idOf("Noor Admin"), reaction_type: "unicode_emoji", emoji_code: "1f44d", emoji_name: "+1" },
      { user_id: idOf("Ola Gone"), reaction_type: "unicode_emoji", emoji_code: "1f44d", emoji_name: "+1" },
      { user_id: idOf("Mia Owner"), reaction_type: "realm_emoji", emoji_code: String(party?.id), emoji_name: "party" },
      // There the name means another emoji than here.
      { user_id: idOf("Mia Owner"), reaction_type: "unicode_emoji", emoji_code: "1f918", emoji_name: "rock_on" },
    ]);
    assert.deepEqual(read.files("emoji"), [party?.source_url.split("/").at(-1)]);
  });

  test("files that are in the archive are uploads, and others stay links", () => {
    const [upload] = read.rows("uploads");
    assert.partialDeepStrictEqual(upload, { owner_id: idOf("Ola Gone"), name: "plan.txt", size: 8 });
    assert.equal(
      message("[plan.txt]")?.content,
      `[plan.txt](/user_uploads/${upload?.path})\n\n[photo &#91;1&#93;.png](https://files.slack.example/F2/photo.png)`,
    );
    assert.equal(read.file(`uploads/${upload?.id}`).toString(), "the plan");
  });

  test("the tokens that open all files of the workspace stay out, and addresses keep the rest", () => {
    assert.equal(
      message("shared")?.content,
      "shared [the plan](https://files.slack.example/F4/a.pdf?&origin=team) and https://go.example/?to=https%3A%2F%2Ffiles.slack.example%2FF5\n\n**[Chart](https://files.slack.example/F6/c.png?a=b&c=d)**",
    );
    assert.equal(
      read.rows("channels").find(({ name }) => name === "old-stuff")?.description,
      "See https://files.slack.example/F7/a.txt?pub=1",
    );
    const files = readdirSync(read.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length > 5);
    for (const { parentPath, name } of files) {
      assert.ok(!readFileSync(join(parentPath, name)).includes("xox"), `${name} has no token`);
    }
    const escaped = JSON.stringify({ a: `https://a.example/?x=1&t=${SLACK_TOKEN}` }).replaceAll("&", "\\u0026");
    assert.equal(withoutTokens(escaped), String.raw`{"a":"https://a.example/?x=1"}`);
    assert.equal(withoutTokens("what is t=xoxe-1, or ?t=xyz"), "what is t=xoxe-1, or ?t=xyz", "only in addresses");
  });

  test("members are subscribed and have read everything", () => {
    const last = read.rows("messages").length;
    const general = read.rows("subscriptions").filter(({ channel_id }) => channel_id === channelId("general"));
    assert.deepEqual(
      general.map(({ user_id, channel_id: _channel, ...rest }) => [names.get(user_id), rest]),
      [
        ["Mia Owner", {}],
        ["Noor Admin", {}],
        ["Ola Gone", { is_dormant: true, received: `{[1,${last + 1})}` }],
        ["Deploy", {}],
      ],
    );
    assert.ok(read.rows("read_state").every(({ ranges }) => ranges === `{[1,${last + 1})}`));
    assert.equal(read.rows("read_state").length, read.rows("subscriptions").length + 8);
  });

  test("what does not come along is counted", () => {
    assert.deepEqual(read.leftOut, {
      "email addresses that another account has": 1,
      "emoji whose pictures the export does not contain": 1,
      "messages of channels that are not listed": 1,
      "notices of Slack (channel_join)": 1,
      "reactions with emoji that the export does not contain": 2,
      "files that were deleted in Slack": 1,
      "files that the export does not contain, kept as links to Slack": 1,
      "messages without text": 1,
      "messages that were deleted in Slack": 1,
      "messages without a time": 1,
    });
  });
});
