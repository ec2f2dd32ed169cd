import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";
import { LOADER_URL } from "#markup/previews.ts";
import { open, upload } from "../test-support.ts";

/** The key of an advisory lock that delays the storing of thumbnails, before it has locked a row that messages need. */
const DRAWING = 42;

suite("uploaded pictures", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.database.sql.unsafe(`
      create function wait_to_draw() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${DRAWING}); return null; end $$;
      create trigger wait_to_draw before update of thumbnails on upload execute function wait_to_draw()`);
  });

  const solid = (background: string, width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background } });
  const post = async (who: CastMember, content: string) =>
    (await who.call("POST /messages", { type: "channel", to: "general", topic: "t", content })).id;
  const html = async (id: number, who = server.cast.othello) =>
    (await who.call("GET /messages/{message_id}", { message_id: id })).message.content;
  const drawn = (id: number) =>
    until(
      () => html(id),
      (content) => !content.includes("image-loading-placeholder"),
    );
  const path = (url: string) => url.slice("/user_uploads/".length);

  /** Runs `act` while no thumbnails are stored. */
  const undrawn = async (act: () => Promise<unknown>) => {
    const lock = await server.database.sql.reserve();
    await lock`select pg_advisory_lock(${DRAWING})`;
    try {
      await act();
    } finally {
      await lock`select pg_advisory_unlock(${DRAWING})`;
      lock.release();
    }
  };

  test("readers of a message get a placeholder until the thumbnail exists, and then the picture and an event", async () => {
    const { hamlet, othello } = server.cast;
    const data = await solid("#3366cc", 1200, 900).png().toBuffer();
    const facts = 'data-original-content-type="image/png" data-original-dimensions="1200x900"';
    const queue = await othello.register({ event_types: ["update_message"], apply_markdown: true });
    let [url, link, thumbnail, id] = ["", "", "", 0];
    await undrawn(async () => {
      url = await upload(server, hamlet, { name: "sky.png", type: "image/png", data });
      id = await post(hamlet, `Look: [sky](${url})`);
      link = `<p>Look: <a href="${url}">sky</a></p>\n<div class="message_inline_image"><a href="${url}" title="sky">`;
      const pending = `${link}<img class="image-loading-placeholder" ${facts} src="${LOADER_URL}"></a></div>`;
      assert.equal(await html(id), pending);
      assert.equal((await open(server, othello, LOADER_URL)).headers.get("content-type"), "image/svg+xml");
      thumbnail = `/user_uploads/thumbnail/${path(url)}/840x560.webp`;
      assert.equal((await open(server, othello, thumbnail)).status, 404);
    });
    const shown = `${link}<img ${facts} src="${thumbnail}"></a></div>`;
    assert.equal(await drawn(id), shown);
    const [event, ...others] = await othello.drain(queue);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...event, id: 0, edit_timestamp: 0 },
      {
        type: "update_message",
        user_id: null,
        edit_timestamp: 0,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        content: `Look: [sky](${url})`,
        rendered_content: shown,
        flags: [],
        id: 0,
      },
    );
    const page = await open(server, othello, thumbnail);
    assert.deepEqual([page.status, page.headers.get("content-type")], [200, "image/webp"]);
    const { width, height, format } = await sharp(page.bytes).metadata();
    assert.deepEqual({ width, height, format }, { width: 747, height: 560, format: "webp" });
    assert.equal(
      (await othello.call("GET /messages/{message_id}/history", { message_id: id })).message_history.length,
      1,
    );
  });

  test("readers get a picture with a thumbnail at once, and find it by has:image", async () => {
    const { hamlet, othello } = server.cast;
    const data = await solid("#cc3366", 100, 60).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const url = await upload(server, hamlet, { name: "turned.jpg", type: "image/jpeg", data });
    const thumbnail = `/user_uploads/thumbnail/${path(url)}/840x560.webp`;
    const { bytes } = await until(
      () => open(server, hamlet, thumbnail),
      ({ status }) => status === 200,
    );
    assert.deepEqual(await sizeOf(bytes), [60, 100]);
    const id = await post(hamlet, `${server.url.replace("127.0.0.1", "localhost")}${url}`);
    assert.match(await html(id), /^<div class="message_inline_image"><a href="user_uploads\/.*"60x100" src="\/user_up/);
    const narrow = [{ operator: "has", operand: "image" }];
    const { messages } = await othello.call("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow });
    assert.equal(messages[0]?.id, id);
  });

  test("readers get an animated thumbnail and a still one, and both are deleted with the picture", async () => {
    const { hamlet } = server.cast;
    const frames = await Promise.all(["#f00", "#0f0", "#00f"].map((color) => solid(color, 40, 30).png().toBuffer()));
    const data = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const url = await upload(server, hamlet, { name: "party.gif", type: "image/gif", data });
    const moving = `/user_uploads/thumbnail/${path(url)}/840x560-anim.webp`;
    const message = await post(hamlet, `[party](${url})`);
    const content = await drawn(message);
    assert.ok(content.includes(`<img data-animated="true" data-original-content-type="image/gif"`), content);
    assert.ok(content.includes(`data-original-dimensions="40x30" src="${moving}"`), content);
    const pages = async (address: string) =>
      (await sharp((await open(server, hamlet, address)).bytes, { animated: true }).metadata()).pages ?? 1;
    assert.deepEqual([await pages(moving), await pages(moving.replace("-anim", ""))], [3, 1]);
    const { attachments } = await hamlet.call("GET /attachments");
    const attachment_id = attachments.find(({ path_id }) => path_id === path(url))?.id ?? 0;
    await hamlet.call("DELETE /attachments/{attachment_id}", { attachment_id });
    await until(
      () => html(message),
      (now) => now === `<p><a href="${url}">party</a></p>`,
    );
    assert.equal((await open(server, hamlet, moving)).status, 404);
    const { server_thumbnail_formats: formats } = await hamlet.register({ event_types: ["realm"] });
    assert.deepEqual(
      (formats as { name: string }[]).map(({ name }) => name),
      ["840x560-anim.webp", "840x560.webp"],
    );
  });

  test("readers get a picture in a rare format as one of the same size that browsers show", async () => {
    const { hamlet } = server.cast;
    const data = await solid("#abc", 1000, 30).tiff().toBuffer();
    const url = await upload(server, hamlet, { name: "scan.tiff", data });
    const content = await drawn(await post(hamlet, `[scan](${url})`));
    assert.ok(
      content.includes('data-original-dimensions="1000x30" data-transcoded-image="1000x30.webp" src='),
      content,
    );
    const { bytes } = await open(server, hamlet, `/user_uploads/thumbnail/${path(url)}/1000x30.webp`);
    assert.deepEqual(await sizeOf(bytes), [1000, 30]);
    assert.match((await open(server, hamlet, url)).headers.get("content-disposition") ?? "", /^attachment/);
  });

  test("only users who may open a picture get it, in their own messages and as a thumbnail", async () => {
    const { hamlet, othello } = server.cast;
    const data = await solid("#fff", 20, 20).png().toBuffer();
    const url = await upload(server, hamlet, { name: "secret.png", type: "image/png", data });
    const thumbnail = `/user_uploads/thumbnail/${path(url)}/840x560.webp`;
    await until(
      () => open(server, hamlet, thumbnail),
      ({ status }) => status === 200,
    );
    assert.equal((await open(server, othello, thumbnail)).status, 403);
    assert.equal((await open(server, undefined, thumbnail)).status, 401);
    const { rendered } = await othello.call("POST /messages/render", { content: `[x](${url})` });
    assert.equal(rendered, `<p><a href="${url}">x</a></p>`);
  });

  test("CVE-2024-53863: a user's file that only claims to be a picture, or is too large, stays a link", async () => {
    const { hamlet } = server.cast;
    const png = await solid("#fff", 20, 20).png().toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const bomb = await solid("#fff", 12_000, 9_000).png().toBuffer();
    for (const [name, type, data] of [
      ["text.png", "image/png", "<script>alert(1)</script>"],
      ["drawing.png", "image/png", svg],
      ["drawing.svg", "image/svg+xml", svg],
      ["other.gif", "image/gif", png],
      ["bomb.png", "image/png", bomb],
    ] as const) {
      const url = await upload(server, hamlet, { name, type, data });
      assert.equal(await html(await post(hamlet, `[x](${url})`)), `<p><a href="${url}">x</a></p>`, name);
    }
    const url = await upload(server, hamlet, { name: "broken.png", type: "image/png", data: png.subarray(0, 60) });
    const content = await drawn(await post(hamlet, `[x](${url})`));
    assert.equal(content, `<p><a href="${url}">x</a></p>`);
  });

  test("an author's edit while a thumbnail is made is not undone", async () => {
    const { hamlet } = server.cast;
    const data = await solid("#123", 20, 20).png().toBuffer();
    let message_id = 0;
    await undrawn(async () => {
      const url = await upload(server, hamlet, { name: "a.png", type: "image/png", data });
      message_id = await post(hamlet, `Old [x](${url})`);
      await hamlet.call("PATCH /messages/{message_id}", { message_id, content: `New [x](${url})` });
    });
    assert.match(await drawn(message_id), /^<p>New .*840x560\.webp/s);
    const left = await server.database.sql`select from due_rendering where message_id = ${message_id}`;
    assert.equal(left.length, 0);
  });
});

async function sizeOf(bytes: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}
