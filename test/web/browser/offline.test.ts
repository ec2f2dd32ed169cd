import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startNetwork, type TestNetwork } from "../../harness/network.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { executablePath } from "./chromium.ts";
import { boxOf, rowOf } from "./hands.ts";
import { closePages, openBrowser } from "./shared-browser.ts";
import { storedIn, untilStored } from "./stored.ts";
import { homeOf, visit, type Visitor } from "./visitor.ts";

suite("without a network", { skip: executablePath === undefined }, () => {
  let server: TestServer;
  let network: TestNetwork;
  let browser: Browser;
  let channel: MadeChannel;
  let hamlet: Visitor;
  let page: Page;
  let home: string;

  const post = async (topic: string, content: string) =>
    (await server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
  const topicOf = (name: string) => `#narrow/channel/${channel.id}-castle/topic/${name}`;
  const goOffline = async () => {
    network.cut();
    await page.getByText("You are offline.").waitFor();
  };
  /** As the browser does when a network is there again. */
  const goOnline = async () => {
    network.restore();
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  };
  /** Exchanges the page that is kept. Returns what it was. */
  const keepPage = (html: string) =>
    page.evaluate<string>(`(async () => {
      const [name] = await caches.keys();
      const cache = await caches.open(name);
      const before = await (await cache.match("/")).text();
      await cache.put("/", new Response(${JSON.stringify(html)}, { headers: { "content-type": "text/html" } }));
      return before;
    })()`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const stored = async (topic: string) => {
    const narrow = [
      { operator: "channel", operand: channel.id },
      { operator: "topic", operand: topic },
    ];
    const args = { anchor: "newest", num_before: 100, num_after: 0, narrow, apply_markdown: false } as const;
    return (await server.cast.iago.call("GET /messages", args)).messages.map(({ content }) => content);
  };

  before(async () => {
    [server, browser] = await Promise.all([startTestServer(), openBrowser()]);
    network = await startNetwork(server.url);
    home = homeOf(network.url);
    const { iago, hamlet: reader } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, reader.id] });
    await post("ghosts", "Swear by my sword");
    await post("ghosts", "Alas, poor Yorick");
    await post("skulls", "A fellow of infinite jest");
    hamlet = await visit(browser, network.url, { serviceWorkers: "allow" });
    ({ page } = hamlet);
    await hamlet.comeBack("hamlet", topicOf("ghosts"));
    await hamlet.sees("Alas, poor Yorick");
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    await untilStored(page, ({ texts }) => texts.includes("Alas, poor Yorick"));
  });
  after(async () => {
    await closePages(browser);
    network.stop();
  });

  test("the client opens with what was read in it, and searches that", async () => {
    network.cut();
    await page.goto(`${home}/${topicOf("ghosts")}`);
    await hamlet.sees("Alas, poor Yorick");
    await page.getByText("You are offline.").waitFor();
    assert.equal(await page.getByText("only messages on this device are shown").count(), 0);
    await page.getByRole("navigation").getByRole("link", { name: "ghosts" }).waitFor();
    await hamlet.check("offline/opened");
    await hamlet.open(`#narrow/channel/${channel.id}-castle/search/yorick`);
    await page.getByText("only messages on this device were searched").waitFor();
    assert.deepEqual(await hamlet.texts(), ["Alas, poor Yorick"]);
    await hamlet.check("offline/search");
    await hamlet.open("#narrow/has/link");
    await page.getByText("This search needs a connection.").waitFor();
    await hamlet.open(topicOf("skulls"));
    await page.getByText("only messages on this device are shown").waitFor();
    assert.deepEqual(await hamlet.texts(), []);
    await goOnline();
    await hamlet.sees("A fellow of infinite jest");
    assert.equal(await page.getByText("messages on this device").count(), 0);
    await hamlet.check("offline/back");
  });

  test("a server that answers always has the page, and only without one it is the kept one", async () => {
    const real = await keepPage("<title>An old page</title>");
    await page.goto(`${home}/?again`);
    await page.locator(".shell").waitFor();
    network.cut();
    await page.goto(`${home}/?once-more`);
    assert.equal(await page.title(), "An old page");
    await keepPage(real);
    await page.evaluate(CLEAR_SNAPSHOT);
    await page.goto(`${home}/`);
    await page.getByText("You are offline: the server cannot be reached.").waitFor();
    await goOnline();
    await hamlet.open(topicOf("ghosts"));
    await hamlet.sees("Alas, poor Yorick");
    await untilStored(page, ({ texts }) => texts.includes("Alas, poor Yorick"));
  });

  test("what is written is sent in its order when the network is back, each once, also after a reload", async () => {
    await goOffline();
    const said = ["The first", "The second", "The third"];
    for (const text of said) await hamlet.send(text);
    await page.reload();
    for (const text of said) await rowOf(page, text).getByText("waiting for network").waitFor();
    await goOnline();
    await until(
      () => page.locator(".pending").count(),
      (count) => count === 0,
    );
    assert.deepEqual(await stored("ghosts"), ["Swear by my sword", "Alas, poor Yorick", ...said]);
    assert.deepEqual((await hamlet.texts()).slice(-3), said);
  });

  test("a message that is refused meanwhile stays with the reason, and can be changed, kept or discarded", async () => {
    const { iago } = server.cast;
    const guarded = await createChannel(iago, { name: "guarded", subscribers: [iago.id, server.cast.hamlet.id] });
    await hamlet.open(`#narrow/channel/${guarded.id}-guarded/topic/watch`);
    await goOffline();
    for (const text of ["Who is there?", "Stand", "Unfold yourself"]) await hamlet.send(text);
    await hamlet.open("#inbox");
    const allow = (...userIds: number[]) =>
      iago.call("PATCH /streams/{stream_id}", {
        stream_id: guarded.id,
        can_send_message_group: { new: { direct_members: userIds, direct_subgroups: [] } },
      });
    await allow(iago.id);
    await goOnline();
    await page.locator(".toasts").getByRole("button", { name: "Show" }).first().click();
    const entry = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    await entry("Who is there?").getByRole("alert").waitFor();
    await hamlet.check("offline/refused");
    await entry("Stand").getByRole("button", { name: "Discard" }).click();
    await entry("Stand").waitFor({ state: "detached" });
    await entry("Unfold yourself").getByRole("button", { name: "Save as draft" }).click();
    await entry("Unfold yourself").getByRole("button", { name: "Continue the message to watch" }).waitFor();
    await allow(iago.id, server.cast.hamlet.id);
    await entry("Who is there?").getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Text of the unsent message").fill("Long live the king!");
    await hamlet.check("offline/refused and changed");
    await button("Send").click();
    await entry("Who is there?").waitFor({ state: "detached" });
    await hamlet.open(`#narrow/channel/${guarded.id}-guarded/topic/watch`);
    await hamlet.sees("Long live the king!");
    assert.deepEqual(await hamlet.texts(), ["Long live the king!"]);
    assert.equal(await boxOf(page).inputValue(), "Unfold yourself");
  });

  test("a message to a topic that was moved meanwhile waits for its author; to one that was resolved it follows", async () => {
    const { iago } = server.cast;
    const [walls, graves] = [await post("walls", "Cold"), await post("graves", "Deep")];
    const rename = (message_id: number, topic: string) =>
      iago.call("PATCH /messages/{message_id}", { message_id, topic, propagate_mode: "change_all" });
    for (const [topic, text] of [
      ["walls", "Bitter cold"],
      ["graves", "Whose grave is this?"],
    ] as const) {
      await hamlet.open(topicOf(topic));
      if (topic === "walls") await goOffline();
      await hamlet.send(text);
    }
    await rename(walls, "battlements");
    await rename(graves, "✔ graves");
    await goOnline();
    await hamlet.open(topicOf("walls"));
    await page.getByText("The topic has since been moved to castle › battlements.").waitFor();
    await hamlet.check("offline/moved");
    await button("Send to the new topic").click();
    await until(
      async () => [(await stored("battlements")).at(-1), (await stored("✔ graves")).at(-1)].join(),
      (newest) => newest === "Bitter cold,Whose grave is this?",
    );
    assert.ok(!(await stored("walls")).includes("Bitter cold"));
  });

  test("somebody who changes a message that was changed elsewhere meanwhile sees both texts", async () => {
    const { hamlet: writer } = server.cast;
    const { id } = await writer.call("POST /messages", {
      type: "channel",
      to: channel.id,
      topic: "letters",
      content: "Doubt thou the stars are fire",
    });
    const changeElsewhere = (content: string) =>
      writer.call("PATCH /messages/{message_id}", { message_id: id, content });
    await hamlet.open(topicOf("letters"));
    await hamlet.sees("Doubt thou");
    await rowOf(page, "Doubt thou").hover();
    await page.keyboard.press("Escape");
    await rowOf(page, "Doubt thou").click();
    await page.keyboard.press("e");
    const field = page.getByLabel("Text of the message", { exact: true });
    await field.fill("Never doubt I love");
    await changeElsewhere("Doubt truth to be a liar");
    const conflict = page.getByRole("region", { name: "The message has been changed" });
    await conflict.getByText("Doubt truth to be a liar").waitFor();
    await hamlet.check("offline/edit conflict");
    assert.equal(await field.inputValue(), "Never doubt I love");
    await conflict.getByRole("button", { name: "Keep editing mine" }).click();
    await button("Save").click();
    await until(
      () => stored("letters"),
      ([text]) => text === "Never doubt I love",
    );
  });

  test("who logs out leaves nothing on the device, and the server hears of it later", async () => {
    await goOffline();
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await button("Log in").waitFor();
    await untilStored(page, ({ ownId, texts }) => ownId === undefined && texts.length === 0);
    await page.reload();
    await button("Log in").waitFor();
    assert.deepEqual((await storedIn(page)).texts, []);
    const sessions = async () => (await server.cast.hamlet.call("GET /sessions")).sessions.length;
    assert.equal(await sessions(), 1);
    network.restore();
    await page.evaluate(`dispatchEvent(new Event("online"))`);
    await until(sessions, (count) => count === 0);
    await page.reload();
    await button("Log in").waitFor();
  });
});

const CLEAR_SNAPSHOT = `new Promise((resolve) => {
  const opening = indexedDB.open("parley");
  opening.onsuccess = () => {
    const writing = opening.result.transaction(["snapshot"], "readwrite");
    writing.objectStore("snapshot").clear();
    writing.oncomplete = () => (opening.result.close(), resolve());
  };
})`;
