import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, suite, test } from "node:test";
import sharp from "sharp";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("avatars", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#3366cc" } });
  const upload = (who: CastMember, ...files: Buffer[]) => {
    const body = new FormData();
    for (const [index, file] of files.entries()) body.set(`file${index}`, new Blob([new Uint8Array(file)]), "me.html");
    return raw(`${server.url}/api/v1/users/me/avatar`, { method: "POST", as: who, body });
  };

  test("a user uploads a picture, which everybody gets in both sizes until the user removes it", async () => {
    const { hamlet, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm_user"] });
    const { json, status } = await upload(hamlet, await picture(300, 200).jpeg().toBuffer());
    assert.equal(status, 200);
    const [event] = await othello.drain(queue);
    const person = event?.["person"] as Record<string, string | number>;
    assert.deepEqual([person["user_id"], person["avatar_source"], person["avatar_version"]], [hamlet.id, "U", 2]);
    assert.equal(person["avatar_url"], json["avatar_url"]);
    for (const [url, side] of [
      [person["avatar_url"], 100],
      [person["avatar_url_medium"], 500],
    ] as const) {
      const response = await fetch(`${server.url}${url}`);
      assert.equal(response.headers.get("content-type"), "image/png");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      assert.deepEqual([width, height], [side, side]);
    }
    const { user } = await othello.call("GET /users/{user_id}", { user_id: hamlet.id });
    assert.equal(user.avatar_url, json["avatar_url"]);
    const leads = async (path: string) => {
      const { headers } = await raw(`${server.url}${path}`, { as: othello, redirect: "manual" });
      return headers.get("location");
    };
    assert.equal(await leads(`/avatar/${hamlet.id}`), json["avatar_url"]);
    assert.equal(await leads(`/avatar/${hamlet.id}/medium`), person["avatar_url_medium"]);
    assert.match((await leads("/avatar/999999")) ?? "", /^\/user_avatars\/drawn\/12\/%3F\.svg$/);
    assert.equal((await raw(`${server.url}/avatar/${hamlet.id}`)).status, 401);

    await hamlet.call("DELETE /users/me/avatar");
    assert.equal((await fetch(`${server.url}${person["avatar_url"]}`)).status, 404);
    assert.partialDeepStrictEqual(await othello.drain(queue), [{ person: { avatar_source: "G", avatar_version: 3 } }]);
  });

  test("CVE-2023-22735, CVE-2026-25780, CVE-2026-26246, CVE-2026-5755, CVE-2026-6340, CVE-2024-53863: a user cannot upload a file that is no picture, too large or of another format", async () => {
    const { hamlet } = server.cast;
    const code = async (...files: Buffer[]) => (await upload(hamlet, ...files)).json["code"];
    const fine = await picture(10, 10).png().toBuffer();
    assert.equal(await code(), "BAD_REQUEST");
    assert.equal(await code(fine, fine), "BAD_REQUEST");
    assert.equal(await code(Buffer.from("<script>alert(1)</script>")), "BAD_IMAGE");
    assert.equal(
      await code(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      "BAD_IMAGE",
    );
    assert.equal(await code(Buffer.alloc(6 * 1024 * 1024)), "BAD_REQUEST");
    const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    assert.equal(await code(bomb), "BAD_IMAGE", "a small file that would be a hundred million pixels");
    assert.equal(await code(fine.subarray(0, 40)), "BAD_IMAGE");
    // These headers claim 4 billion pixels, entries or bytes.
    const huge = Buffer.alloc(64, 0xff);
    const odd = [
      await picture(10, 10).tiff().toBuffer(),
      await picture(10, 10).avif().toBuffer(),
      Buffer.concat([Buffer.from("8BPS\0\x01\0\0\0\0\0\0\0\x03", "latin1"), huge]),
      Buffer.concat([Buffer.from("II*\0\b\0\0\0", "latin1"), huge]),
      Buffer.concat([Buffer.from("7z\xbc\xaf\x27\x1c\0\x04", "latin1"), huge]),
      Buffer.concat([Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"), huge]),
      Buffer.from("%PDF-1.7\n%\n1 0 obj<</Type/Catalog>>endobj", "latin1"),
    ];
    for (const [index, file] of odd.entries()) assert.equal(await code(file), "BAD_IMAGE", `file ${index}`);
    assert.match((await hamlet.call("GET /users/me")).avatar_url ?? "", /drawn/, "nothing of it was kept");
  });

  test("a user who has uploaded none has a picture with their initials, which follows their name", async () => {
    const { cordelia, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm_user"] });
    const { avatar_url: before } = await cordelia.call("GET /users/me");
    assert.match(before ?? "", /^\/user_avatars\/drawn\/\d+\/C\.svg$/);
    await cordelia.call("PATCH /settings", { full_name: "Ælfgifu (of) Ñandú" });
    const { avatar_url: after } = await cordelia.call("GET /users/me");
    assert.equal(after, before?.replace("C.svg", `${encodeURIComponent("ÆÑ")}.svg`), "the colour stays");
    const people = (await othello.drain(queue)).map((event) => event["person"] as Record<string, unknown>);
    assert.equal(people.find((person) => "avatar_url" in person)?.["avatar_url"], after);
    const { status, text, headers } = await raw(`${server.url}${after}`);
    assert.equal(status, 200);
    assert.match(text, /^<svg [^>]*>.*>ÆÑ<\/text><\/svg>\n$/);
    assert.deepEqual(
      ["content-type", "cache-control", "content-security-policy"].map((name) => headers.get(name)),
      ["image/svg+xml", "public, max-age=31536000, immutable", "default-src 'none'; sandbox"],
    );
    const drawn = (rest: string) => raw(`${server.url}/user_avatars/drawn/${rest}`);
    assert.match((await drawn(`0/${encodeURIComponent("<x&>")}.svg`)).text, />&lt;x&amp;&gt;<\/text>/);
    for (const none of ["99/A.svg", "0/.svg", `0/${"A".repeat(17)}.svg`, "0/A.png", "0/%00.svg", "0/%0A.svg"]) {
      assert.equal((await drawn(none)).status, 404, none);
    }
  });

  test("nobody is sent to an avatar provider, unless the operator has switched it on", async () => {
    const { othello, cordelia } = server.cast;
    await othello.call("PATCH /settings", { email_address_visibility: 1 });
    const { members } = await cordelia.call("GET /users", { client_gravatar: true });
    for (const { avatar_url: url } of members) assert.match(url ?? "", /^\/user_avatars\//);
    const page = await raw(`${server.url}/`);
    assert.doesNotMatch(page.headers.get("content-security-policy") ?? "", /gravatar/);
  });
});

suite("avatars of gravatar.com", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ flags: ["--gravatar", "on"] });
  });

  const hash = createHash("md5").update("othello@elsinore.example").digest("hex");
  const provided = (version: number) => `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}`;
  const show = (email_address_visibility: number) =>
    server.cast.othello.call("PATCH /settings", { email_address_visibility });
  const seen = async (client_gravatar: boolean) =>
    (await server.cast.cordelia.call("GET /users/{user_id}", { user_id: server.cast.othello.id, client_gravatar })).user
      .avatar_url;

  test("are those of people whose address everybody sees and who have uploaded none", async () => {
    const { cordelia, othello } = server.cast;
    await show(5);
    assert.match((await seen(true)) ?? "", /drawn/);
    const queue = await cordelia.register({ event_types: ["realm_user"] });
    await show(1);
    assert.deepEqual([await seen(false), await seen(true)], [provided(1), null]);
    const people = (await cordelia.drain(queue)).map((event) => event["person"] as Record<string, unknown>);
    assert.partialDeepStrictEqual(
      people.find((person) => "avatar_url" in person),
      { avatar_url: provided(1), avatar_url_medium: `${provided(1)}&s=500` },
    );
    const { headers } = await raw(`${server.url}/avatar/${othello.id}`, { as: cordelia, redirect: "manual" });
    assert.equal(headers.get("location"), provided(1));
    const page = await raw(`${server.url}/`);
    assert.match(page.headers.get("content-security-policy") ?? "", /img-src [^;]*https:\/\/secure\.gravatar\.com/);
  });

  test("a late reader gets none by an address that is no longer shown to everybody", async () => {
    const { cordelia } = server.cast;
    await show(5);
    const queue = await cordelia.register({ event_types: ["realm_user"] });
    await show(1);
    await show(5);
    const events = await cordelia.drain(queue);
    assert.ok(events.length > 0);
    assert.ok(!JSON.stringify(events).includes("gravatar"));
  });
});
