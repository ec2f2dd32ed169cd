import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { channelId } from "../harness/channels.ts";
import { Type } from "#platform/schema/type.ts";
import { problem } from "#platform/schema/check.ts";
import { raw } from "../harness/raw.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

/** The names that every object inherits, and finds when it is asked for a missing key. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype)];

test("a declared object knows no key that it only inherits", () => {
  const closed = Type.Object({ name: Type.String() }, { additionalProperties: false });
  const map = Type.Record(Type.String(), Type.Integer());
  assert.ok(INHERITED.includes("constructor") && INHERITED.includes("__proto__"));
  for (const name of INHERITED) {
    const value: unknown = JSON.parse(`{ "name": "x", ${JSON.stringify(name)}: "y" }`);
    assert.equal(problem(closed, value, "thing"), `thing["${name}"] is an unexpected argument`);
    assert.equal(
      problem(map, JSON.parse(`{ ${JSON.stringify(name)}: "y" }`), "map"),
      `map["${name}"] is not an integer`,
    );
  }
});

suite("names that every object inherits", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a draft with an inherited name as a key is refused like one with any other unknown key", async () => {
    const save = (key: string) => {
      const drafts = `[{"type":"","to":[],"topic":"t","content":"c",${JSON.stringify(key)}:{}}]`;
      const body = new URLSearchParams({ drafts });
      return raw(`${server.url}/api/v1/drafts`, { method: "POST", body, as: server.cast.hamlet });
    };
    for (const key of ["anything", ...INHERITED]) {
      const { status, json } = await save(key);
      assert.deepEqual([status, json["msg"]], [400, `drafts[0]["${key}"] is an unexpected argument`]);
    }
    assert.equal((await server.cast.hamlet.call("GET /drafts")).count, 0);
  });

  test("a group whose name is an inherited one has no number among the older policies", async () => {
    const { desdemona, hamlet } = server.cast;
    const { group_id: group } = await desdemona.call("POST /user_groups/create", {
      name: "constructor",
      description: "",
      members: [hamlet.id],
    });
    await desdemona.call("PATCH /realm", { can_create_private_channel_group: { new: group } });
    const general = await channelId(desdemona, "general");
    await desdemona.call("PATCH /streams/{stream_id}", { stream_id: general, can_send_message_group: { new: group } });
    const registered = await hamlet.register({ fetch_event_types: ["realm", "stream"] });
    assert.equal(registered["realm_create_private_stream_policy"], 1);
    const { streams } = await hamlet.call("GET /streams");
    assert.equal(streams.find(({ stream_id }) => stream_id === general)?.stream_post_policy, 1);
  });

  test("a reminder of a message that begins with an inherited name calls it a message", async () => {
    const { hamlet } = server.cast;
    const { id } = await hamlet.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "words",
      content: "constructor",
    });
    await hamlet.call("POST /reminders", {
      message_id: id,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600,
    });
    const { reminders } = await hamlet.call("GET /reminders");
    assert.match(reminders[0]?.content ?? "", /\[this message\]/);
  });
});
