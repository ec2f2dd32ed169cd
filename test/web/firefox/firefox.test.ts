import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { PASSWORD } from "../../harness/cast.ts";
import { createChannel, type MadeChannel } from "../../harness/channels.ts";
import { startTestServer, type TestServer } from "../../harness/server.ts";
import { until } from "../../harness/until.ts";
import { homeOf } from "../browser/visitor.ts";
import { type Firefox, isMissing, startFirefox } from "./bidi.ts";
import { type Hands, handsOn } from "./tab.ts";

suite("people with Firefox", { skip: isMissing }, () => {
  let server: TestServer;
  let firefox: Firefox;
  let channel: MadeChannel;
  let hamlet: Hands;
  let container: string;

  before(async () => {
    [server, firefox] = await Promise.all([startTestServer(), startFirefox()]);
    const { iago, hamlet: own } = server.cast;
    channel = await createChannel(iago, { name: "castle", subscribers: [iago.id, own.id] });
    container = await firefox.newContainer();
  });
  after(() => firefox.close());

  const post = (content: string, topic = "walls") =>
    server.cast.iago.call("POST /messages", { type: "channel", to: channel.id, topic, content });
  const place = () => `#narrow/channel/${channel.id}-castle/topic/walls`;
  const texts = async (hands: Hands) =>
    (await hands.evaluate(`[...document.querySelectorAll("article .content")].map((it) => it.innerText)`)) as string[];
  const reads = (hands: Hands, text: string) =>
    until(
      () => texts(hands),
      (all) => all.includes(text),
    );

  test("log in, and read what others write as they write it", async () => {
    hamlet = handsOn(await firefox.open(`${homeOf(server.url)}/login`, container));
    await hamlet.click("Email");
    await hamlet.type(server.cast.hamlet.email);
    await hamlet.press("Tab");
    await hamlet.type(PASSWORD);
    await hamlet.press("Enter");
    await hamlet.see("castle");
    await post("Who is there?");
    await hamlet.go(place());
    await reads(hamlet, "Who is there?");
    await post("Stand and unfold yourself.");
    await reads(hamlet, "Stand and unfold yourself.");
  });

  test("write, with a draft that survives another view and a new page", async () => {
    await hamlet.click("Message to castle › walls");
    await hamlet.type("Long live the");
    await hamlet.go("#inbox");
    await hamlet.see("Inbox");
    await hamlet.reload();
    await hamlet.see("castle");
    await hamlet.go(place());
    await reads(hamlet, "Who is there?");
    await hamlet.click("Message to castle › walls");
    await hamlet.type(" king!");
    await hamlet.click("Send");
    await reads(hamlet, "Long live the king!");
    const newest = { anchor: "newest", num_before: 1, num_after: 0 } as const;
    await until(
      async () => (await server.cast.iago.call("GET /messages", newest)).messages[0]?.content,
      (content) => content === "<p>Long live the king!</p>",
    );
  });

  test("use several tabs, of which any may be closed", async () => {
    const tab = await firefox.open(`${homeOf(server.url)}/${place()}`, container);
    const second = handsOn(tab);
    await reads(second, "Long live the king!");
    await post("In both");
    await Promise.all([hamlet, second].map((hands) => reads(hands, "In both")));
    await tab.close();
    await post("In the first");
    await reads(hamlet, "In the first");
  });

  test("search, and choose by keys", async () => {
    await hamlet.press("Escape");
    await hamlet.type("/");
    await hamlet.type("unfold");
    await hamlet.see("Search messages");
    await hamlet.press("Enter");
    await until(
      () => texts(hamlet),
      (all) => all.join() === "Stand and unfold yourself.",
    );
  });

  test("share a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-firefox-"));
    try {
      writeFileSync(join(folder, "skull.txt"), "alas");
      await hamlet.go(place());
      await reads(hamlet, "In both");
      await hamlet.choose("input[type=file]", [join(folder, "skull.txt")]);
      await until(
        () => hamlet.evaluate(`document.querySelector("main textarea").value.includes("/user_uploads/")`),
        (isThere) => isThere === true,
      );
      await hamlet.click("Send");
      await until(
        () => texts(hamlet),
        (all) => all.some((text) => text.includes("skull.txt")),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("go on when the server comes back", async () => {
    const { port } = new URL(server.url);
    await server.stop();
    await hamlet.see("You are offline");
    server = await startTestServer({ database: server.database, port });
    await post("The rest is silence");
    await reads(hamlet, "The rest is silence");
  });
});
