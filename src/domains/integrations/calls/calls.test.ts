import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { browserSession } from "../../../../test/harness/browser.ts";
import { REALM_ID, SECRET as SECRET_OF_TESTS } from "../../../../test/harness/cast.ts";
import { raw } from "../../../../test/harness/raw.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { createKeys } from "#platform/keys.ts";
import { agreementState } from "./zoom/access.ts";

const CREATE = "GET /calls/bigbluebutton/create";
const SECRET = "a secret of twenty letters";

suite("video calls by BigBlueButton", () => {
  let server: TestServer;
  const asked: string[] = [];
  let answer = "<response><returncode>SUCCESS</returncode><createTime>1700000000000</createTime></response>";
  const calls = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(answer);
  });
  let address = "";
  before(async () => {
    await once(calls.listen(0, "127.0.0.1"), "listening");
    address = `http://127.0.0.1:${(calls.address() as AddressInfo).port}`;
    server = await startTestServer({
      env: {
        PARLEY_OUTBOUND_ALLOW_PRIVATE: "on",
        PARLEY_BIGBLUEBUTTON_URL: address,
        PARLEY_BIGBLUEBUTTON_SECRET: SECRET,
      },
    });
  });
  after(() => {
    calls.closeAllConnections();
    calls.close();
  });

  const join = (who: CastMember | undefined, path: string) =>
    raw(server.url + path, { redirect: "manual", ...(who !== undefined && { as: who }) });
  const pathOf = (url: string) => new URL(url).pathname;
  /** The parameters of a signed address, if its checksum is right. */
  const checked = (url: string) => {
    const [, call, query = "", sum] = /\/api\/(\w+)\?(.*)&checksum=(\w+)$/.exec(url) ?? [];
    assert.equal(sum, createHash("sha256").update(`${call}${query}${SECRET}`).digest("hex"));
    return Object.fromEntries(new URLSearchParams(query));
  };

  test("a user who makes a call moderates it, and others of the organization join by the same address", async () => {
    const { hamlet, othello } = server.cast;
    const { url } = await hamlet.call(CREATE, { meeting_name: "To be & not", voice_only: true });
    const own = await join(hamlet, pathOf(url));
    assert.equal(own.status, 302);
    const made = checked(asked.at(-1) ?? "");
    assert.partialDeepStrictEqual(made, { name: "To be & not", lockSettingsDisableCam: "true" });
    const led = own.headers.get("location") ?? "";
    assert.ok(led.startsWith(`${address}/bigbluebutton/api/join?`));
    assert.deepEqual(checked(led), {
      ...{ meetingID: made["meetingID"], role: "MODERATOR", fullName: "Hamlet", createTime: "1700000000000" },
    });
    const byCookie = await (await browserSession(server, othello)).fetch(pathOf(url));
    assert.deepEqual([byCookie.status, checked(byCookie.headers.get("location") ?? "")["fullName"]], [302, "Othello"]);
    const other = checked((await join(othello, pathOf(url))).headers.get("location") ?? "");
    assert.deepEqual([other["role"], other["meetingID"]], ["VIEWER", made["meetingID"]]);
    assert.notEqual((await hamlet.call(CREATE, { meeting_name: "again" })).url, url);
  });

  test("strangers, changed addresses and a server that refuses get nobody into a call", async () => {
    const { hamlet } = server.cast;
    const path = pathOf((await hamlet.call(CREATE, { meeting_name: "x" })).url);
    assert.equal((await join(undefined, path)).status, 401);
    assert.equal(
      (
        await join(
          hamlet,
          path.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
        )
      ).status,
      400,
    );
    assert.equal((await hamlet.refused(CREATE, { meeting_name: " " })).code, "BAD_REQUEST");
    answer = "<response><returncode>FAILED</returncode></response>";
    assert.equal((await join(hamlet, path)).status, 400);
  });

  test("what this server signs for another purpose opens no call", async () => {
    const { hamlet } = server.cast;
    const keys = createKeys(SECRET_OF_TESTS);
    const meeting = Buffer.from(JSON.stringify({ id: "x", name: "x", voiceOnly: false, moderator: 1 })).toString(
      "base64url",
    );
    const others = [
      agreementState(keys, REALM_ID, hamlet as never, Date.now()).replace(/:(\w+)$/, ".$1"),
      `${meeting}.${keys.zoomPass(REALM_ID, meeting)}`,
      `${meeting}.${keys.filePass(REALM_ID, meeting)}`,
    ];
    for (const token of others) {
      const { status, json } = await join(hamlet, `/calls/bigbluebutton/join/${token}`);
      assert.deepEqual([status, json["msg"]], [400, "Invalid signature."]);
    }
    const own = await join(hamlet, `/calls/bigbluebutton/join/${meeting}.${keys.callPass(REALM_ID, meeting)}`);
    assert.notEqual(own.json["msg"], "Invalid signature.", "its own signature is the right one");
  });

  test("an organization chooses it where there is one, and is told where there is none", async () => {
    const { iago } = server.cast;
    const providers = async (at: TestServer) =>
      Object.keys((await at.cast.iago.register())["realm_available_video_chat_providers"] as object);
    assert.ok((await providers(server)).includes("big_blue_button"));
    await iago.call("PATCH /realm", { video_chat_provider: 4 });
    const without = await startTestServer();
    assert.ok(!(await providers(without)).includes("big_blue_button"));
    const refused = await without.cast.hamlet.refused(CREATE, { meeting_name: "x" });
    assert.deepEqual([refused.code, refused.body["msg"]], ["BAD_REQUEST", "BigBlueButton is not configured."]);
  });
});
