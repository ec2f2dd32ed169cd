import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { holds } from "../../../../test/events/holds.ts";
import type { TestEvent } from "../../../../test/harness/checked-client.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("custom emoji", () => {
  let server: TestServer;
  let png: Buffer;
  before(async () => {
    server = await startTestServer();
    png = await solid("#3366cc", 300, 200).png().toBuffer();
  });

  const solid = (background: string, width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background } });

  const upload = async (who: CastMember, name: string, ...files: Buffer[]) => {
    const body = new FormData();
    for (const [at, file] of files.entries()) body.set(`file${at}`, new Blob([new Uint8Array(file)]), "x.html");
    const path = `/api/v1/realm/emoji/${encodeURIComponent(name)}`;
    const { json, status } = await raw(`${server.url}${path}`, { method: "POST", as: who, body });
    return { status, code: json["code"], msg: json["msg"] };
  };
  const named = async (name: string) => {
    const { emoji } = await server.cast.polonius.call("GET /realm/emoji");
    return Object.values(emoji).filter((item) => item.name === name);
  };
  const picture = async (url: string) => {
    const response = await fetch(`${server.url}${url}`);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    const { width, height, pages } = await sharp(Buffer.from(await response.arrayBuffer()), {
      animated: true,
    }).metadata();
    return { type: response.headers.get("content-type"), width, height: height / (pages ?? 1), pages: pages ?? 1 };
  };

  test("a member adds an emoji, everybody uses it, and messages that show it keep it when it is removed", async () => {
    const { hamlet, othello, iago } = server.cast;
    await holds(server, async () => assert.equal((await upload(hamlet, "green_tick", png)).status, 200));
    const [emoji] = await named("green_tick");
    assert.ok(emoji !== undefined);
    assert.deepEqual([emoji.deactivated, emoji.author_id, emoji.still_url], [false, hamlet.id, null]);
    assert.deepEqual(await picture(emoji.source_url), { type: "image/png", width: 64, height: 64, pages: 1 });
    const gone = { emoji_name: "green_tick" };
    await assert.rejects(othello.call("DELETE /realm/emoji/{emoji_name}", gone), { code: "BAD_REQUEST" });
    await holds(server, () => hamlet.call("DELETE /realm/emoji/{emoji_name}", gone));
    assert.equal((await named("green_tick"))[0]?.deactivated, true);
    assert.equal((await fetch(`${server.url}${emoji.source_url}`)).status, 200);
    await assert.rejects(iago.call("DELETE /realm/emoji/{emoji_name}", gone), { status: 404, code: "BAD_REQUEST" });
    assert.equal((await upload(othello, "green_tick", png)).status, 200);
    assert.equal((await named("green_tick")).length, 2);
    await iago.call("DELETE /realm/emoji/{emoji_name}", gone);
  });

  test("clients that can do with the one that changed hear of no other", async () => {
    const { hamlet, othello } = server.cast;
    const capabilities = { notification_settings_null: true, individual_emoji_changes: true };
    const params = { event_types: ["realm_emoji"], client_capabilities: capabilities };
    const [newer, older] = [await othello.register(params), await othello.register({ event_types: ["realm_emoji"] })];
    await holds(server, async () => void (await upload(hamlet, "yoricks_skull", png)), ["othello"], {
      client_capabilities: capabilities,
    });
    await hamlet.call("DELETE /realm/emoji/{emoji_name}", { emoji_name: "yoricks_skull" });
    const [added, updated, ...others] = await othello.drain(newer);
    const { id, name, deactivated } = (added as TestEvent)["emoji"] as Record<string, unknown>;
    assert.deepEqual([added?.op, name, deactivated], ["add", "yoricks_skull", false]);
    assert.partialDeepStrictEqual(updated, { op: "update_one", emoji_id: id, data: { deactivated: true } });
    assert.deepEqual(others, []);
    assert.deepEqual(
      (await othello.drain(older)).map(({ op }) => op),
      ["update", "update"],
    );
  });

  test("nobody, not even an owner, takes the names of the extra emoji", async () => {
    for (const name of ["svc", "zulip", " ZULIP "]) {
      const { status, msg } = await upload(server.cast.desdemona, name, png);
      assert.equal(status, 400);
      assert.match(String(msg), /reserved/);
    }
  });

  test("a user who removes a reaction by its name removes the emoji that has the name now, else the one that had it", async () => {
    const { hamlet, iago } = server.cast;
    const text = { type: "channel", to: "general", topic: "t", content: "x" } as const;
    const { id: message_id } = await hamlet.call("POST /messages", text);
    const reaction = { message_id, emoji_name: "seal" };
    const use = async () => {
      assert.equal((await upload(iago, "seal", png)).status, 200);
      await hamlet.call("POST /messages/{message_id}/reactions", reaction);
    };
    await use();
    await iago.call("DELETE /realm/emoji/{emoji_name}", { emoji_name: "seal" });
    await use();
    const left = async () => {
      const { message } = await hamlet.call("GET /messages/{message_id}", { message_id });
      return message.reactions.map(({ emoji_code }) => emoji_code);
    };
    const [old] = await left();
    await hamlet.call("DELETE /messages/{message_id}/reactions", reaction);
    assert.deepEqual(await left(), [old]);
    await hamlet.call("DELETE /messages/{message_id}/reactions", reaction);
    assert.deepEqual(await left(), []);
  });

  test("a member adds an animated picture, and clients get it moving and as a still image", async () => {
    const frames = Buffer.concat(
      await Promise.all(["#f00", "#0f0"].map((colour) => solid(colour, 40, 40).raw().toBuffer())),
    );
    const gif = await sharp(frames, { raw: { width: 40, height: 80, channels: 4, pageHeight: 40 } })
      .gif()
      .toBuffer();
    assert.equal((await upload(server.cast.hamlet, "party", gif)).status, 200);
    const [emoji] = await named("party");
    assert.deepEqual(await picture(emoji?.source_url ?? ""), { type: "image/gif", width: 64, height: 64, pages: 2 });
    assert.deepEqual(await picture(emoji?.still_url ?? ""), { type: "image/png", width: 64, height: 64, pages: 1 });
  });

  test("only members whom the setting names add emoji, and only under valid names", async () => {
    const { hamlet, polonius, iago } = server.cast;
    const refused = async (who: CastMember, name: string, message: RegExp, ...files: Buffer[]) => {
      const { code, msg } = await upload(who, name, ...(files.length === 0 ? [png] : files));
      assert.equal(code, "BAD_REQUEST");
      assert.match(String(msg), message);
    };
    await refused(polonius, "mine", /guest/);
    await refused(hamlet, "a/b", /Invalid characters/);
    await refused(hamlet, "ab_", /must end with/);
    await refused(hamlet, " ", /missing/);
    await refused(hamlet, "x".repeat(101), /too long/);
    await refused(hamlet, "smile", /Only administrators/);
    await refused(hamlet, "two_files", /exactly one/, png, png);
    assert.equal((await upload(hamlet, "Has Space", png)).status, 200);
    assert.equal((await named("has_space")).length, 1);
    await refused(iago, "has_space", /already exists/);
    assert.equal((await upload(iago, "smile", png)).status, 200);
    await iago.call("PATCH /realm", {
      can_add_custom_emoji_group: { new: { direct_members: [iago.id], direct_subgroups: [] } },
    });
    await refused(hamlet, "late", /Insufficient permission/);
    await assert.rejects(hamlet.call("DELETE /realm/emoji/{emoji_name}", { emoji_name: "has_space" }), {
      code: "BAD_REQUEST",
    });
    assert.equal((await upload(iago, "late", png)).status, 200);
  });

  test("CVE-2019-16216, CVE-2018-9999: a member cannot add a file that is no picture, and nothing of it is served", async () => {
    const { iago } = server.cast;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
    const bomb = await solid("#000", 10_000, 10_000).png().toBuffer();
    for (const file of [Buffer.from("<script>"), Buffer.from(svg), bomb, png.subarray(0, 40)]) {
      assert.equal((await upload(iago, "bad", file)).code, "BAD_IMAGE");
    }
    assert.equal((await upload(iago, "bad", Buffer.alloc(6 * 1024 * 1024))).code, "BAD_REQUEST");
    assert.deepEqual(await named("bad"), []);
  });

  test("a client that asks for a picture by an impossible name gets a 404", async () => {
    for (const file of ["%00", `${"a".repeat(32)}.png`, "..%2f..%2fetc%2fpasswd"]) {
      assert.equal((await fetch(`${server.url}/user_avatars/emoji/${file}`)).status, 404, file);
    }
  });

  test("clients find the names of all emoji, and the picture of the extra one", async () => {
    const { server_emoji_data_url: url } = await server.cast.hamlet.register({ fetch_event_types: ["realm"] });
    const { pathname } = new URL(String(url));
    const response = await fetch(`${server.url}${pathname}`);
    const table = (await response.json()) as { code_to_names: Record<string, string[]> };
    assert.deepEqual(table.code_to_names["1f44d"]?.slice(0, 2), ["+1", "thumbs_up"]);
    const etag = response.headers.get("etag") ?? "";
    assert.match(response.headers.get("cache-control") ?? "", /no-cache/);
    const again = await fetch(`${server.url}${pathname}`, { headers: { "if-none-match": etag } });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
    for (const name of ["svc", "zulip"]) {
      const extra = await picture(`/static/generated/emoji/images/emoji/unicode/${name}.png`);
      assert.deepEqual([extra.type, extra.width], ["image/png", 64]);
    }
  });
});
