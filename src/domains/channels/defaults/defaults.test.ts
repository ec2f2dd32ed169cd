import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { holds } from "../../../../test/events/holds.ts";

suite("default channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const defaults = async (who: CastMember) => (await who.register()).realm_default_streams as number[];
  const groups = async (who: CastMember) =>
    (await who.register()).realm_default_stream_groups as { id: number; name: string; streams: number[] }[];

  test("administrators choose default channels, new users are subscribed to them, and guests do not get their list", async () => {
    const { iago, hamlet, desdemona, polonius } = server.cast;
    const channel = await createChannel(hamlet);
    const secret = await createChannel(iago, { invite_only: true });
    const of = (stream_id: number) => ({ stream_id });
    assert.equal((await hamlet.refused("POST /default_streams", of(channel.id))).code, "UNAUTHORIZED_PRINCIPAL");
    for (const id of [secret.id, 999_999]) {
      assert.equal((await iago.refused("POST /default_streams", of(id))).code, "BAD_REQUEST");
    }
    await holds(server, () => iago.call("POST /default_streams", of(channel.id)));
    await iago.call("POST /default_streams", of(channel.id));
    assert.ok((await defaults(hamlet)).includes(channel.id));
    assert.deepEqual(await defaults(polonius), []);
    const newcomer = { email: "yorick@elsinore.example", password: "alas poor yorick", full_name: "Yorick" };
    const { user_id } = await desdemona.call("POST /users", newcomer);
    const { subscribers } = await iago.call("GET /streams/{stream_id}/members", of(channel.id));
    assert.ok(subscribers.includes(user_id));
    assert.ok(!subscribers.includes(server.cast.othello.id), "accounts that exist stay where they are");
    await holds(server, () => iago.call("DELETE /default_streams", of(channel.id)));
    await iago.call("DELETE /default_streams", of(channel.id));
    assert.ok(!(await defaults(hamlet)).includes(channel.id));
  });

  test("only administrators create, change and remove groups of channels for new users", async () => {
    const { iago, hamlet, polonius } = server.cast;
    const [a, b] = [await createChannel(iago), await createChannel(iago)];
    const wanted = { group_name: "Stage", description: "for players", stream_names: [a.name] };
    assert.equal((await hamlet.refused("POST /default_stream_groups/create", wanted)).code, "UNAUTHORIZED_PRINCIPAL");
    await holds(server, () => iago.call("POST /default_stream_groups/create", wanted));
    const [group] = await groups(hamlet);
    const group_id = group?.id ?? 0;
    assert.partialDeepStrictEqual(group, { name: "Stage", description: "for players", streams: [a.id] });
    assert.deepEqual(await groups(polonius), []);
    const MOVE = "PATCH /default_stream_groups/{group_id}/streams";
    const move = (op: "add" | "remove", name: string) => ({ group_id, op, stream_names: [name] });
    await holds(server, () => iago.call(MOVE, move("add", b.name)));
    await holds(server, () => iago.call(MOVE, move("remove", a.name)));
    assert.deepEqual((await groups(hamlet))[0]?.streams, [b.id]);
    const secret = await createChannel(iago, { invite_only: true });
    for (const [op, name] of [
      ["add", b.name],
      ["remove", a.name],
      ["add", "general"],
      ["add", secret.name],
      ["add", "no such channel"],
    ] as const) {
      assert.equal((await iago.refused(MOVE, move(op, name))).code, "BAD_REQUEST", `${op} ${name}`);
    }
    const path = "PATCH /default_stream_groups/{group_id}";
    assert.equal((await iago.refused(path, { group_id })).code, "BAD_REQUEST");
    await holds(server, () => iago.call(path, { group_id, new_group_name: "Theatre", new_description: "" }));
    await iago.call("POST /default_stream_groups/create", { ...wanted, stream_names: [] });
    assert.equal((await iago.refused(path, { group_id, new_group_name: "Stage" })).code, "BAD_REQUEST");
    for (const group_name of ["", "Stage", "x".repeat(61), "a\u0000"]) {
      const refusal = await iago.refused("POST /default_stream_groups/create", { ...wanted, group_name });
      assert.equal(refusal.code, "BAD_REQUEST");
    }
    await iago.call(MOVE, move("add", a.name));
    await holds(server, () => iago.call("POST /default_streams", { stream_id: a.id }));
    assert.deepEqual((await groups(hamlet)).find(({ id }) => id === group_id)?.streams, [b.id]);
    const privately = { stream_id: b.id, is_private: true };
    assert.equal((await iago.refused("PATCH /streams/{stream_id}", privately)).code, "BAD_REQUEST");
    await holds(server, () => iago.call("DELETE /streams/{stream_id}", { stream_id: b.id }));
    assert.deepEqual((await groups(hamlet)).find(({ id }) => id === group_id)?.streams, []);
    await holds(server, () => iago.call("DELETE /default_stream_groups/{group_id}", { group_id }));
    assert.deepEqual(
      (await groups(hamlet)).map(({ name }) => name),
      ["Stage"],
    );
    assert.equal((await iago.refused("DELETE /default_stream_groups/{group_id}", { group_id })).code, "BAD_REQUEST");
  });
});
