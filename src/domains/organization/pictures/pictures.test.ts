import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { holds } from "../../../../test/events/holds.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("pictures of the organization", () => {
  let server: TestServer;
  let wide: Buffer;
  before(async () => {
    server = await startTestServer();
    wide = await sharp({ create: { width: 1200, height: 300, channels: 3, background: "#3366cc" } })
      .png()
      .toBuffer();
  });

  const upload = (who: CastMember, path: string, fields: Record<string, string>, ...files: Buffer[]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [at, file] of files.entries()) body.set(`file${at}`, new Blob([new Uint8Array(file)]), "x.svg");
    return raw(`${server.url}/api/v1${path}`, { method: "POST", as: who, body });
  };
  const size = async (url: unknown) => {
    const response = await fetch(`${server.url}${String(url)}`);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/png"]);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return [width, height];
  };

  test("an administrator gives the organization an icon, which everybody sees and hears of, and takes it away", async () => {
    const { iago, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm"] });
    let url: unknown;
    await holds(server, async () => {
      const { json, status } = await upload(iago, "/realm/icon", {}, wide);
      assert.equal(status, 200);
      url = json["icon_url"];
    });
    assert.deepEqual(await size(url), [100, 100]);
    const [event, ...others] = await othello.drain(queue);
    assert.deepEqual([event?.["property"], event?.["data"]], ["icon", { icon_url: url, icon_source: "U" }]);
    assert.deepEqual(others, []);
    assert.equal((await server.anonymous.call("GET /server_settings")).realm_icon, url);
    const before = await othello.register();
    assert.deepEqual([before["realm_icon_source"], before["realm_logo_source"]], ["U", "D"]);
    // Another picture has another address, and settings that change later leave it alone.
    const again = (await upload(iago, "/realm/icon", {}, wide)).json["icon_url"];
    assert.notEqual(again, url);
    await iago.call("PATCH /realm", { description: "with a face" });
    assert.equal((await othello.register())["realm_icon_url"], again);
    await holds(server, () => iago.call("DELETE /realm/icon"));
    assert.equal((await fetch(`${server.url}${String(again)}`)).status, 404);
    assert.equal((await othello.register())["realm_icon_source"], "G");
  });

  test("logos for light and dark screens are changed each on its own, and outlive a restart", async () => {
    const { iago, polonius } = server.cast;
    await holds(server, () => upload(iago, "/realm/logo", { night: "true" }, wide));
    const dark = await polonius.register();
    assert.deepEqual([dark["realm_logo_source"], dark["realm_night_logo_source"]], ["D", "U"]);
    assert.deepEqual(await size(dark["realm_night_logo_url"]), [400, 100]);
    await holds(server, () => upload(iago, "/realm/logo", { night: "false" }, wide));
    const other = await startTestServer({ database: server.database });
    const both = await other.cast.polonius.register();
    assert.deepEqual([both["realm_logo_source"], both["realm_night_logo_source"]], ["U", "U"]);
    await holds(server, () => iago.call("DELETE /realm/logo", { night: true }));
    const light = await polonius.register();
    assert.deepEqual([light["realm_logo_source"], light["realm_night_logo_source"]], ["U", "D"]);
  });

  test("members, files that are no pictures, and none or two of them are refused", async () => {
    const { hamlet, iago, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm"] });
    const code = async (who: CastMember, ...files: Buffer[]) =>
      (await upload(who, "/realm/icon", {}, ...files)).json["code"];
    assert.equal(await code(hamlet, wide), "UNAUTHORIZED_PRINCIPAL");
    assert.equal((await hamlet.refused("DELETE /realm/logo")).code, "UNAUTHORIZED_PRINCIPAL");
    assert.equal(await code(iago), "BAD_REQUEST");
    assert.equal(await code(iago, wide, wide), "BAD_REQUEST");
    assert.equal(await code(iago, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), "BAD_IMAGE");
    const logo = await upload(iago, "/realm/logo", { night: "true" }, Buffer.from("no picture"));
    assert.equal(logo.json["code"], "BAD_IMAGE");
    assert.equal(await code(iago, Buffer.alloc(6 * 1024 * 1024)), "BAD_REQUEST");
    await iago.call("DELETE /realm/icon");
    assert.deepEqual(await othello.drain(queue), [], "nothing has happened");
  });
});
