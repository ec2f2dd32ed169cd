import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { unpackedIn } from "../archives/open-archive.ts";
import { smallPicture, type Staged, staged, testFolder, zipOf } from "../common/test-support.ts";
import { mattermostReader } from "./reader.ts";
import { jsonl, LINES, mattermostExport } from "./test-support.ts";

suite("a bulk export of Mattermost", () => {
  const folder = testFolder();
  const file = join(folder, "export.zip");
  let read: Staged;
  const idOf = (name: string) => read.rows("users").find(({ full_name }) => full_name === name)?.id as number;
  const message = (start: string) => read.rows("messages").find(({ content }) => content.startsWith(start));

  before(async () => {
    zipOf(file, mattermostExport(await smallPicture()));
    read = await staged(mattermostReader, file);
  });

  test("it is recognized with files and without, and other archives are not", async () => {
    assert.equal(await mattermostReader.recognizes(file), true);
    const bare = join(folder, "export.jsonl");
    writeFileSync(bare, jsonl(LINES));
    assert.equal(await mattermostReader.recognizes(bare), true);
    const alone = await staged(mattermostReader, bare);
    assert.equal(alone.rows("messages").length, read.rows("messages").length);
    assert.equal(alone.leftOut["files that the export does not contain"], 2);
    writeFileSync(bare, jsonl([{ type: "team" }]));
    assert.equal(await mattermostReader.recognizes(bare), false);
    assert.equal(await mattermostReader.recognizes(zipOf(join(folder, "other.zip"), { "users.json": [] })), false);
  });

  test("people have their roles and pictures; who is only named gets an account", () => {
    const users = read
      .rows("users")
      .map(({ full_name, email, role, is_active, bot_type = null }) => [full_name, email, role, is_active, bot_type]);
    assert.deepEqual(users, [
      ["Mia Owner", "mia@acme.example", 100, true, null],
      ["Noor B", "noor.b@acme.example", 200, true, null],
      ["ola", "ola@acme.example", 400, false, null],
      ["pat", null, 600, true, null],
      ["CI", null, 400, true, 1],
      ["zoe", null, 400, false, null],
      ["Grafana (webhook)", null, 400, false, 1],
    ]);
    assert.deepEqual(read.files("avatars"), [`${idOf("Mia Owner")}.png`]);
    assert.equal(read.rows("users").find(({ full_name }) => full_name === "CI")?.bot_owner_id, idOf("Mia Owner"));
  });

  test("channels of several teams are in folders, and names differ", () => {
    const folders = new Map(read.rows("channel_folders").map(({ id, name }) => [id, name]));
    assert.deepEqual(
      read
        .rows("channels")
        .map(({ name, description, invite_only, is_archived, folder_id }) => [
          name,
          description,
          invite_only,
          is_archived,
          folders.get(folder_id as number),
        ]),
      [
        ["Town Square", "For all · News", false, false, "Acme Inc"],
        ["Secret", "", true, true, "Acme Inc"],
        ["Town Square (2)", "", false, false, "Labs"],
      ],
    );
    assert.deepEqual(read.rows("organization"), [{ name: "Acme Inc" }]);
  });

  test("subscriptions have their settings, and everything is read", () => {
    const [first, second] = read.rows("subscriptions");
    assert.partialDeepStrictEqual(first, {
      is_muted: false,
      pin_to_top: true,
      desktop_notifications: true,
      push_notifications: false,
    });
    assert.partialDeepStrictEqual(second, { is_muted: true, pin_to_top: false, desktop_notifications: null });
    const last = read.rows("messages").length;
    const ola = read.rows("subscriptions").find(({ user_id }) => user_id === idOf("ola"));
    assert.partialDeepStrictEqual(ola, { is_dormant: true, received: `{[1,${last + 1})}` });
    assert.equal(read.rows("read_state").length, read.rows("subscriptions").length + 5);
  });

  test("posts and replies come in the order of their times; a thread is a topic", () => {
    assert.deepEqual(
      read.rows("messages").map(({ content, topic }) => [content.slice(0, 14), topic]),
      [
        ["the first", ""],
        ["privately", ""],
        ["the three of u", ""],
        ["Ask @**Noor B*", "Ask @noor.b. or @ola, @all: see ~secret and @mia gone"],
        ["from nobody", "Ask @noor.b. or @ola, @all: see ~secret and @mia gone"],
        ["a reply", "Ask @noor.b. or @ola, @all: see ~secret and @mia gone"],
        ["**[Alert](http", ""],
        ["in the labs", ""],
        ["built", ""],
      ],
    );
    assert.equal(read.rows("messages")[0]?.sent_at, "2023-11-14T22:13:21.250000Z");
  });

  test("texts name people and channels, and files, stars, reactions and edits come along", () => {
    const first = message("Ask");
    const [upload] = read.rows("uploads");
    assert.equal(
      first?.content,
      `Ask @**Noor B**. or @**ola**, @**all**: see #**Secret** and \`@mia\` ~~gone~~\nmore\n\n[plan.txt](/user_uploads/${upload?.path})`,
    );
    assert.deepEqual(first?.flags, [{ user_id: idOf("Noor B"), flags: ["starred"] }]);
    assert.partialDeepStrictEqual(first?.edits, [{ user_id: idOf("Mia Owner"), timestamp: 1700000009 }]);
    const [party] = read.rows("emoji");
    assert.deepEqual(first?.reactions, [
      { user_id: idOf("Noor B"), reaction_type: "unicode_emoji", emoji_code: "1f389", emoji_name: "tada" },
      { user_id: idOf("ola"), reaction_type: "realm_emoji", emoji_code: String(party?.id), emoji_name: "party" },
    ]);
    assert.equal(read.file(`uploads/${upload?.id}`).toString(), "the plan");
    assert.equal(message("**[Alert]")?.content, "**[Alert](https://g.example/)**\n\nhigh **load**");
  });

  test("what does not come along is counted, and no temporary file is left", () => {
    assert.deepEqual(read.leftOut, {
      'entries of the type "role"': 1,
      "emoji whose pictures the export does not contain": 1,
      "memberships of channels that are not in the export": 1,
      "email addresses that another account has": 1,
      "posts without a time": 1,
      "notices of Mattermost and its plugins": 1,
      "files that the export does not contain": 1,
      "reactions with emoji that the export does not contain": 1,
      "posts of channels that are not in the export": 1,
    });
    assert.equal(existsSync(unpackedIn(read.folder)), false);
  });
});
