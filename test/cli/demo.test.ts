import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { CHANNELS } from "../../scripts/demo/channels.ts";
import { DAY_MS } from "../../scripts/demo/moments.ts";
import { emailOf, PASSWORD, PEOPLE } from "../../scripts/demo/people.ts";
import { planDemo } from "../../scripts/demo/plan.ts";
import { findCluster } from "#engine/db/embedded/embedded.ts";
import { checkedClient } from "../harness/checked-client.ts";
import { endStarted, startInFolder } from "../harness/command.ts";
import { newDataFolder } from "../harness/folder.ts";

const DEMO = join(import.meta.dirname, "../../scripts/demo/main.ts");
const MESSAGES = 100;

suite("the demonstration", () => {
  const folder = newDataFolder("parley-demo-");
  const dataDir = join(folder, "data");
  after(async () => {
    await endStarted();
    await (await findCluster(dataDir))?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startDemo = () =>
    startInFolder(dataDir, ["--people", "3", "--messages", String(MESSAGES)], {}, [process.execPath, DEMO]);
  const logIn = async (url: string) => {
    const [owner] = PEOPLE;
    assert.ok(owner);
    const username = emailOf(owner);
    const { api_key } = await checkedClient({ url }).call("POST /fetch_api_key", { username, password: PASSWORD });
    return checkedClient({ url, email: username, apiKey: api_key });
  };
  const everything = { anchor: "newest", num_before: 1000, num_after: 0 } as const;

  test("the demonstration fills a folder once, with weeks of activity", async () => {
    const first = await startDemo();
    const owner = await logIn(first.url);
    const state = await owner.register();
    assert.equal((state["realm_users"] as unknown[]).length, 3);
    const names = (state["subscriptions"] as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), CHANNELS.map(({ name }) => name).toSorted());
    assert.equal((state["drafts"] as unknown[]).length, 2);
    assert.equal((state["scheduled_messages"] as unknown[]).length, 2);
    assert.ok((state["starred_messages"] as unknown[]).length > 0);
    assert.ok((state["user_topics"] as unknown[]).length > 0);
    assert.ok((state["unread_msgs"] as { count: number }).count > 0);

    const { messages } = await owner.call("GET /messages", everything);
    const sent = messages.filter(({ sender_full_name: name }) => PEOPLE.some((person) => person.name === name));
    assert.ok(sent.length > MESSAGES / 2 && sent.length <= MESSAGES, "the owner reads most of it");
    const times = messages.map(({ timestamp }) => timestamp);
    assert.deepEqual(
      times,
      times.toSorted((time, other) => time - other),
      "times rise with IDs",
    );
    const [oldest = 0, newest = 0] = [times[0], times.at(-1)];
    assert.ok(newest - oldest > (14 * DAY_MS) / 1000, "weeks have passed");
    assert.ok(newest <= Date.now() / 1000);
    assert.ok(messages.some(({ reactions }) => reactions.length > 0));
    for (const { last_edit_timestamp: edited, timestamp } of messages) assert.ok((edited ?? timestamp) >= timestamp);
    const word = /\b[a-z]{7,}\b/.exec(sent.map(({ content }) => content.replaceAll(/<[^>]*>/g, " ")).join(" "))?.[0];
    const found = await owner.call("GET /messages", {
      ...everything,
      narrow: [{ operator: "search", operand: word ?? "" }],
    });
    assert.ok(found.messages.length > 0, `${word} is found`);
    assert.equal(await first.end("SIGTERM"), 0);

    const second = await startDemo();
    assert.doesNotMatch(second.output(), /Sending/);
    const again = await (await logIn(second.url)).call("GET /messages", everything);
    assert.deepEqual(
      again.messages.map(({ id }) => id),
      messages.map(({ id }) => id),
    );
    assert.equal(await second.end("SIGTERM"), 0);
  });

  test("the demonstration refuses the folder of another Parley", async () => {
    // Without its marker, the folder of the test before looks like that of another Parley.
    rmSync(join(dataDir, "demo"));
    await assert.rejects(startDemo(), /is no demonstration/);
  });

  test("the plan is the same for the same seed, and contains every kind of markup", () => {
    const to = Date.UTC(2026, 4, 20, 12);
    const options = { people: PEOPLE, messages: 5000, from: to - 42 * DAY_MS, to };
    const plan = planDemo({ ...options, seed: 1 });
    assert.deepEqual(plan, planDemo({ ...options, seed: 1 }));
    assert.notDeepEqual(plan, planDemo({ ...options, seed: 2 }));
    const messages = plan.filter((step) => step.kind === "message");
    assert.equal(messages.length, options.messages);
    const kinds: Record<string, RegExp> = {
      "code in a language": /^```(python|sql|c|tsx|bash)$/m,
      quote: /^> /m,
      table: /^\| --- \|/m,
      list: /^\* /m,
      "numbered list": /^1\. /m,
      spoiler: /^```spoiler /m,
      math: /\$\$.+\$\$/,
      time: /<time:2026-/,
      "mention of somebody": /@\*\*[A-Z]/,
      "mention of a group": /@\*[a-z]/,
      "mention of a channel": /#\*\*[a-z ]+\*\*/,
      "mention of a topic": /#\*\*[a-z]+>/,
      emoji: /:[a-z_]+:/,
      link: /\]\(https:/,
      poll: /^\/poll /,
      "list of tasks": /^\/todo /,
      action: /^\/me /,
      file: /\{file:\w+\.png\}/,
    };
    for (const [kind, pattern] of Object.entries(kinds)) {
      assert.ok(
        messages.some(({ content }) => pattern.test(content)),
        kind,
      );
    }
    const acts = new Set(messages.flatMap((message) => message.acts.map(({ kind }) => kind)));
    assert.deepEqual([...acts].toSorted(), ["correction", "move", "reaction", "resolve", "star", "widget"]);
    for (const { content } of messages) assert.doesNotMatch(content, /\{(pick:|n\d*:|[a-d]\}|soon\}|now\})/i);
  });
});
