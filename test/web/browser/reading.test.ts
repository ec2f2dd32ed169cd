import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startNetwork, type TestNetwork } from "../../harness/network.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { untilStored } from "./stored.ts";
import { visit, type Visitor } from "./visitor.ts";

suite("what somebody has on the screen", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let network: TestNetwork;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;

  const post = async (topic: string, content: string) =>
    (await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    network = await startNetwork(server.url);
    const { iago, hamlet: reader } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id] });
    hamlet = await visit(browser, network.url);
    ({ page } = hamlet);
    // Chromium without a screen takes every page for the one in front.
    await page.addInitScript(`globalThis.isInFront = true; document.hasFocus = () => isInFront`);
    await hamlet.comeBack("hamlet", topicOf("ghosts"));
    await page.getByText("No messages here yet.").waitFor();
  });
  after(async () => {
    await closePages(browser);
    network.stop();
  });

  const goOnline = async () => {
    network.restore();
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  };

  test("what comes into a topic that was empty is on the device after a reload without a network", async () => {
    await post("ghosts", "Who is there?");
    await hamlet.sees("Who is there?");
    await untilStored(page, ({ texts }) => texts.includes("Who is there?"));
  });

  test("a message that comes while another window is in front becomes read when this one is in front again", async () => {
    const unread = async () => Number(/\d+/.exec(await page.title())?.[0] ?? 0);
    const before = await unread();
    await page.evaluate("isInFront = false");
    const id = await post("ghosts", "Stand and unfold yourself");
    await hamlet.sees("Stand and unfold yourself");
    const isRead = async () =>
      (await server.cast.hamlet.call("GET /messages/{message_id}", { message_id: id })).message.flags.includes("read");
    // The title tells at once, though nothing else on the page has changed.
    await until(unread, (count) => count === before + 1);
    assert.equal(await isRead(), false);
    await page.evaluate(`isInFront = true; dispatchEvent(new Event("focus"))`);
    await until(isRead, (isDone) => isDone);
    await until(unread, (count) => count === before);
  });

  test("a message that waits for the network is in its own conversation and in what contains it, and nowhere else", async () => {
    await post("skulls", "Alas, poor Yorick");
    for (const fragment of ["#feed", `#narrow/channel/${channel.id}-castle`, topicOf("skulls"), "#narrow/is/starred"])
      await hamlet.open(fragment);
    await hamlet.open(topicOf("ghosts"));
    network.cut();
    await page.getByText("You are offline.").waitFor();
    await hamlet.send("Long live the king!");
    const pending = page.locator(".pending");
    const isShownIn = async (fragment: string, count: number) => {
      await hamlet.open(fragment);
      await until(
        () => pending.count(),
        (found) => found === count,
      );
    };
    await pending.waitFor();
    await isShownIn("#narrow/is/starred", 0);
    await isShownIn("#feed", 1);
    await isShownIn(`#narrow/dm/${server.cast.iago.id}-Iago`, 0);
    await isShownIn(`#narrow/channel/${channel.id}-castle`, 1);
    await isShownIn(topicOf("skulls"), 0);
    await isShownIn(topicOf("ghosts"), 1);
    await goOnline();
    await pending.waitFor({ state: "detached" });
  });
});
