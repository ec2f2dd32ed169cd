import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { GOOD_PASSWORD, linkTo, newcomer, startWithMail, submit } from "#domains/entry/test-support.ts";
import { unpacked } from "#domains/exports/test-support.ts";
import { smallPicture, tarOf, testFolder, zipOf } from "#domains/imports/common/test-support.ts";
import { mattermostExport } from "#domains/imports/mattermost/test-support.ts";
import { slackWorkspace } from "#domains/imports/slack/test-support.ts";
import { zulipExport } from "#domains/imports/zulip/test-support.ts";
import { createDatabase, type TestDatabase } from "../harness/database.ts";
import { runOn } from "./import-support.ts";

/** What a message of each archive is rendered to, by the start of its text. */
const ARCHIVES = {
  slack: [
    "**Plan**",
    /<strong>Plan<\/strong> for <a class="stream".*<span class="user-mention" data-user-id="2">@Noor Admin/,
  ],
  mattermost: ["Ask", /<span class="user-mention" data-user-id="\d+">@Noor B<\/span>.*<code>@mia<\/code>/s],
  zulip: ["see [it]", /href="\/?#narrow\/channel\/5-general\/topic\/plan\/near\/1"/],
} as const;

suite("organizations that move in from elsewhere", () => {
  const folder = testFolder();
  const files = {
    slack: join(folder, "Acme.zip"),
    mattermost: join(folder, "export.zip"),
    zulip: join(folder, "z.tar.gz"),
  };
  let database: TestDatabase;

  before(async () => {
    const picture = await smallPicture();
    zipOf(files.slack, slackWorkspace(picture));
    zipOf(files.mattermost, mattermostExport(picture));
    tarOf(files.zulip, zulipExport(picture));
    database = await createDatabase("empty");
  });

  for (const [format, [start, rendered]] of Object.entries(ARCHIVES)) {
    test(`an export of ${format} is recognized, stored and rendered`, async () => {
      const words = [files[format as keyof typeof files], "--organization", format];
      const { code, output } = await runOn(database, folder, "import", ...words);
      assert.equal(code, 0, output);
      const again = join(folder, `${format}-again.tar.gz`);
      const exported = await runOn(database, folder, "export", again, "--organization", format);
      assert.equal(exported.code, 0, exported.output);
      const archive = unpacked(readFileSync(again));
      const message = archive.rows("messages").find(({ content }) => (content as string).startsWith(start));
      assert.match(message?.["rendered_content"] as string, rendered);
      assert.ok(archive.rows("uploads").length > 0 && archive.rows("emoji").length === 1);
      assert.deepEqual(message?.["uploads"], format === "mattermost" ? [archive.rows("uploads")[0]?.["id"]] : []);
    });
  }

  test("people claim their accounts by the mail for a forgotten password, and have their messages", async () => {
    const moved = await createDatabase("empty");
    const { code, output } = await runOn(moved, folder, "import", files.slack);
    assert.equal(code, 0, output);
    const { server, mail, stop } = await startWithMail({ database: moved });
    const [email, password] = ["mia@acme.example", GOOD_PASSWORD];
    const early = await server.anonymous.refused("POST /fetch_api_key", { username: email, password: "" });
    assert.equal(early.status, 401, "nobody gets in without one");
    assert.equal((await submit(`${server.url}/accounts/password/reset/`, { email })).status, 200);
    assert.equal((await submit(await linkTo(server, mail, email), { password })).status, 200);
    const mia = await newcomer(server, email);
    assert.equal((await mia.call("GET /users/me")).full_name, "Mia Owner");
    const { messages } = await mia.call("GET /messages", { anchor: "newest", num_before: 100, num_after: 0 });
    assert.ok(messages.some(({ sender_full_name: name }) => name === "Mia Owner"));
    await stop();
    await moved.drop();
  });

  test("a dry run tells what would not come along", async () => {
    const { code, output } = await runOn(database, folder, "import", files.slack, "--organization", "dry", "--dry-run");
    assert.deepEqual(
      [code, / 2 {2}reactions with emoji that the export does not contain\n/.test(output)],
      [0, true],
      output,
    );
    assert.equal((await database.sql`select from realm where subdomain = 'dry'`).length, 0);
  });

  test("a file that is none of them is refused", async () => {
    const other = zipOf(join(folder, "other.zip"), { "x.txt": "x" });
    const { code, output } = await runOn(database, folder, "import", other);
    assert.deepEqual(
      [code, /none of these: an export of Parley, a Slack export, a Mattermost/.test(output)],
      [1, true],
      output,
    );
  });
});
