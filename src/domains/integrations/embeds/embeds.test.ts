import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import sharp from "sharp";
import { holds } from "../../../../test/events/holds.ts";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { upload } from "#domains/files/test-support.ts";

suite("linked pages", () => {
  let server: TestServer;
  let site = "";
  let made = 0;
  const visits: string[] = [];
  const behaviours = new Map<string, (response: ServerResponse) => void>();
  const elsewhere = createServer(({ url = "" }, response) => {
    visits.push(url);
    (behaviours.get(url.replace(/\?.*/, "")) ?? ((answer) => void answer.writeHead(404).end()))(response);
  });
  before(async () => {
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    site = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    server = await startTestServer({ env: { PARLEY_OUTBOUND_ALLOW_PRIVATE: "on" } });
    await server.cast.iago.call("PATCH /realm", { inline_url_embed_preview: true });
  });
  after(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  /** The URL of a page with this behaviour. */
  const pageThat = (behave: (response: ServerResponse) => void): string => {
    const path = `/${(made += 1)}`;
    behaviours.set(path, behave);
    return site + path;
  };
  const html =
    (head: string, type = "text/html; charset=utf-8") =>
    (response: ServerResponse) =>
      void response.writeHead(200, { "content-type": type }).end(`<!doctype html><head>${head}</head>`);
  const OG =
    '<meta property="og:title" content="The Rock"><meta property="og:description" content="A film">' +
    '<meta property="og:image" content="/rock.jpg">';
  const say = async (who: CastMember, content: string) =>
    (await who.call("POST /messages", { type: "channel", to: "general", topic: "links", content })).id;
  const shown = async (id: number, who: CastMember = server.cast.othello) =>
    (await who.call("GET /messages/{message_id}", { message_id: id })).message.content;
  /** Waits until no tasks are left. */
  const settled = () =>
    until(
      () => server.database.sql`select from embed_task`,
      (rows) => rows.length === 0,
    );
  const embed = (url: string, image = `${site}/rock.jpg`) =>
    `<div class="message_embed"><a class="message_embed_image" href="${url}" ` +
    `style="background-image: url(&quot;${image}&quot;)"></a><div class="data-container">` +
    `<div class="message_embed_title"><a href="${url}" title="The Rock">The Rock</a></div>` +
    '<div class="message_embed_description">A film</div></div></div>';
  const visitsTo = (url: string) => visits.filter((path) => `${site}${path}?`.startsWith(`${url}?`)).length;

  test("readers see a thumbnail and a page preview together, whichever exists first", async () => {
    const { hamlet } = server.cast;
    const url = pageThat(html(OG));
    const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const file = await upload(server, hamlet, { name: "a.png", type: "image/png", data });
    const id = await say(hamlet, `see ${url} and [this](${file})`);
    const content = await until(
      () => shown(id),
      (text) => text.includes("840x560.webp") && text.includes("message_embed"),
    );
    await until(
      () => server.database.sql`select from due_rendering`,
      (rows) => rows.length === 0,
    );
    await settled();
    assert.equal(await shown(id), content);
  });

  test("readers see a preview of a page below the message, and get an event", async () => {
    const { hamlet, othello, polonius } = server.cast;
    const queue = await othello.register({ event_types: ["update_message"] });
    const outside = await polonius.register({ event_types: ["update_message"] });
    const url = pageThat(html(OG));
    let id = 0;
    await holds(server, async () => {
      id = await say(hamlet, `see ${url} and [again](${url})`);
      await settled();
    });
    const paragraph = `<p>see <a href="${url}">${url}</a> and <a href="${url}">again</a></p>`;
    assert.equal(await shown(id), `${paragraph}\n${embed(url)}`);
    const [event, ...more] = await othello.drain(queue);
    const { id: _id, edit_timestamp, ...fields } = event as unknown as { id: number; edit_timestamp: number };
    assert.ok(Math.abs(edit_timestamp - Date.now() / 1000) < 3600);
    assert.deepEqual(fields, {
      type: "update_message",
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: [],
      content: `see ${url} and [again](${url})`,
      rendered_content: `${paragraph}\n${embed(url)}`,
    });
    assert.deepEqual([more, await polonius.drain(outside)], [[], []]);
    const { message } = await hamlet.call("GET /messages/{message_id}", { message_id: id });
    assert.deepEqual([message.last_edit_timestamp, message.edit_history], [undefined, undefined]);
    const { id: direct } = await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: url });
    await until(
      () => shown(direct),
      (content) => content.includes("message_embed"),
    );
    assert.equal(visitsTo(url), 1, "what is known is not fetched anew");
    await server.database.sql`update linked_page set fetched_at = fetched_at - interval '2 days'`;
    await say(hamlet, `${url} later`);
    await settled();
    assert.equal(visitsTo(url), 2, "but not believed for ever");
  });

  test("the server fetches no quoted pages, pages of bots, too many, or its own, and none if the organization wants none", async () => {
    const { hamlet, iago } = server.cast;
    const url = pageThat(html(OG));
    const { api_key } = await hamlet.call("POST /bots", { full_name: "Linker", short_name: "linker", bot_type: 1 });
    const bot = server.as("linker-bot@localhost", api_key);
    const general = { type: "channel", to: "general", topic: "links" } as const;
    const direct = await bot.call("POST /messages", { ...general, content: url });
    const many = Array.from({ length: 25 }, (_, index) => `${url}?${index}`).join(" ");
    const own = server.url.replace("127.0.0.1", "localhost");
    for (const content of [`> ${url}`, `\`\`\`quote\n${url}\n\`\`\``, `\`${url}\``, many, `${own}/help`]) {
      await say(hamlet, content);
    }
    await iago.call("PATCH /realm", { inline_url_embed_preview: false });
    const id = await say(hamlet, url);
    await iago.call("PATCH /realm", { inline_url_embed_preview: true, inline_image_preview: false });
    await say(hamlet, url);
    await iago.call("PATCH /realm", { inline_image_preview: true });
    await settled();
    assert.equal(visitsTo(url), 0);
    for (const messageId of [id, direct.id]) assert.equal((await shown(messageId)).includes("message_embed"), false);
  });

  test("an author's edit or deletion during a fetch wins, and the new text's pages are fetched", async () => {
    const { hamlet, othello } = server.cast;
    const unanswered: ServerResponse[] = [];
    const slow = pageThat((response) => void unanswered.push(response));
    const quick = pageThat(html(OG));
    const id = await say(hamlet, `first ${slow}`);
    const gone = await say(hamlet, `gone ${slow}?gone`);
    await until(
      () => unanswered.length,
      (length) => length === 2,
    );
    const queue = await othello.register({ event_types: ["update_message"] });
    await hamlet.call("PATCH /messages/{message_id}", { message_id: id, content: `second ${quick}` });
    await hamlet.call("DELETE /messages/{message_id}", { message_id: gone });
    await until(
      () => shown(id),
      (content) => content.includes(embed(quick)),
    );
    for (const response of unanswered) html(OG)(response);
    await settled();
    assert.equal(await shown(id), `<p>second <a href="${quick}">${quick}</a></p>\n${embed(quick)}`);
    assert.equal((await othello.drain(queue)).filter((event) => event["rendering_only"]).length, 1);
    assert.equal(server.output().includes("embed task failed"), false);
  });

  test("CVE-2023-33186: a page's owner cannot put HTML into a preview, or anything but a URL into its picture", async () => {
    const { hamlet } = server.cast;
    const evil = `&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/a&gt;&lt;script&gt;'@**all**`;
    const url = pageThat(
      html(
        `<meta property="og:title" content="${evil}"><meta property="og:description" content="${evil}">` +
          `<meta property="og:image" content="https://e.com/x&quot;);background:url(javascript:1)'\\">`,
      ),
    );
    const id = await say(hamlet, url);
    const content = await until(
      () => shown(id),
      (text) => text.includes("message_embed"),
    );
    assert.ok(
      content.includes(
        `style="background-image: url(&quot;https://e.com/x%22%29;background:url%28javascript:1%29%27/&quot;)"`,
      ),
    );
    assert.ok(
      content.includes(`title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/a&gt;&lt;script&gt;'@**all**"`),
    );
    assert.equal(/<(?:img|script)/.test(content), false);
    const message = (await hamlet.call("GET /messages/{message_id}", { message_id: id })).message;
    assert.equal(message.flags.includes("stream_wildcard_mentioned"), false);
  });

  test("CVE-2026-4054: a page's owner who serves a huge, invalid, compressed, non-HTML or redirecting page does not affect other previews", async () => {
    const { hamlet } = server.cast;
    const good = pageThat(html(OG));
    const led = pageThat((response) => void response.writeHead(302, { location: good }).end());
    const huge = pageThat((response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const flood = () => {
        while (!response.destroyed && response.write(OG.padEnd(65_536)));
      };
      response.on("drain", flood).on("error", () => {});
      flood();
    });
    const bad = [
      pageThat(
        (response) => void response.writeHead(200, { "content-type": "text/html" }).end(Buffer.alloc(99_999, 0xff)),
      ),
      pageThat(
        (response) => void response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(OG),
      ),
      pageThat((response) => void response.writeHead(500, { "content-type": "text/html" }).end(OG)),
      pageThat((response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end()),
      pageThat((response) => void response.socket?.destroy()),
      pageThat(html(OG, "image/svg+xml")),
      pageThat(html(OG, "image/png")),
      pageThat(html(OG, "application/json")),
    ];
    const latin = pageThat((response) => {
      response.writeHead(200, { "content-type": "text/html; charset=iso-8859-1" });
      response.end(Buffer.from(`<title>\xC4rger</title>${OG.replace(/<meta[^>]*title[^>]*>/, "")}`, "latin1"));
    });
    const id = await say(hamlet, [...bad, led, huge, latin].map((url) => `* ${url}`).join("\n"));
    const content = await until(
      () => shown(id),
      (text) => text.includes("message_embed"),
    );
    assert.equal(content.match(/class="message_embed"/g)?.length, 3);
    assert.ok(content.includes(embed(led)) && content.includes(embed(huge)) && content.includes(">Ärger</a>"));
    assert.equal(server.output().includes("embed task failed"), false);
  });

  test("only readers of a private channel's message get the event about its preview", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const channel = await createChannel(hamlet, { invite_only: true, subscribers: [hamlet.id, othello.id] });
    const url = pageThat(html(OG));
    const [inside, outside] = [await othello.register(), await cordelia.register()];
    const { id } = await hamlet.call("POST /messages", { type: "channel", to: channel.name, topic: "x", content: url });
    await until(
      () => shown(id),
      (content) => content.includes(embed(url)),
    );
    const countEvents = async (who: CastMember, queue: typeof inside) =>
      (await who.drain(queue)).filter(({ type }) => type === "update_message").length;
    assert.deepEqual([await countEvents(othello, inside), await countEvents(cordelia, outside)], [1, 0]);
  });
});

test("CVE-2021-21273: a user cannot make the server fetch pages of its own network without the operator's setting", async () => {
  let visits = 0;
  const elsewhere = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  await once(elsewhere.listen(0, "127.0.0.1"), "listening");
  after(() => void elsewhere.close());
  const { port } = elsewhere.address() as AddressInfo;
  const server = await startTestServer();
  const { iago, hamlet } = server.cast;
  await iago.call("PATCH /realm", { inline_url_embed_preview: true });
  const content = `http://127.0.0.1:${port}/ http://localhost:${port}/ http://[::1]:${port}/`;
  await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content });
  const { sql } = server.database;
  await until(
    () => sql`select from linked_page`,
    (rows) => rows.length === 3,
  );
  await until(
    () => sql`select from embed_task`,
    (rows) => rows.length === 0,
  );
  assert.equal(visits, 0);
});
