import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { createGroup } from "../../../../test/harness/groups.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("changing and deactivating accounts", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const roleOf = async (id: number) =>
    (await server.cast.desdemona.call("GET /users/{user_id}", { user_id: id })).user.role;

  test("administrators rename users and give them roles, and everybody gets events", async () => {
    const { iago, hamlet, othello } = server.cast;
    await holds(server, () =>
      iago.call("PATCH /users/{user_id}", { user_id: othello.id, full_name: "The Moor", role: 300 }),
    );
    assert.equal(await roleOf(othello.id), 300);
    await holds(server, () => iago.call("PATCH /users/{user_id}", { user_id: othello.id, role: 400 }));
    const email = `user${othello.id}@localhost`;
    await holds(server, () => iago.call("PATCH /users/{email}", { email, full_name: "Othello" }));
    const { user } = await hamlet.call("GET /users/{email}", { email });
    assert.equal(user.full_name, "Othello");
    const refusal = await hamlet.refused("PATCH /users/{user_id}", { user_id: othello.id, full_name: "Fool" });
    assert.deepEqual([refusal.status, refusal.code], [400, "BAD_REQUEST"]);
  });

  test("CVE-2025-53971, CVE-2026-26230, CVE-2024-4195, CVE-2024-4198: users change roles only as the rules allow, by every endpoint", async () => {
    const { desdemona, iago, hamlet, polonius, shiva } = server.cast;
    const refused = async (who: typeof iago, user_id: number, role: number) =>
      (await who.refused("PATCH /users/{user_id}", { user_id, role })).code;
    assert.equal(await refused(iago, hamlet.id, 100), "UNAUTHORIZED_PRINCIPAL", "only owners make owners");
    const byEmail = { email: `user${hamlet.id}@localhost`, role: 100 };
    assert.equal((await iago.refused("PATCH /users/{email}", byEmail)).code, "UNAUTHORIZED_PRINCIPAL");
    assert.equal(await refused(iago, desdemona.id, 400), "UNAUTHORIZED_PRINCIPAL", "only owners unmake owners");
    assert.equal(await refused(desdemona, desdemona.id, 400), "BAD_REQUEST", "the only owner stays");
    assert.equal(await refused(iago, polonius.id, 200), "BAD_REQUEST", "a guest does not become an administrator");
    assert.equal(await refused(desdemona, polonius.id, 100), "BAD_REQUEST");
    assert.equal(await refused(iago, hamlet.id, 500), "BAD_REQUEST", "there is no such role");
    for (const who of [hamlet, shiva, polonius]) assert.equal(await refused(who, who.id, 200), "BAD_REQUEST");
    assert.equal(await refused(iago, 999_999, 300), "BAD_REQUEST");
    await desdemona.call("PATCH /users/{user_id}", { user_id: shiva.id, role: 100 });
    const others = ["desdemona", "iago", "hamlet", "polonius"] as const;
    await holds(server, () => desdemona.call("PATCH /users/{user_id}", { user_id: shiva.id, role: 300 }), others);
    assert.equal(await roleOf(shiva.id), 300);
    assert.equal(await roleOf(polonius.id), 600);
  });

  test("an administrator's update with one refused part changes nothing", async () => {
    const { iago, hamlet } = server.cast;
    await iago.refused("PATCH /users/{user_id}", { user_id: hamlet.id, full_name: "Prince", role: 100 });
    await iago.refused("PATCH /users/{user_id}", { user_id: hamlet.id, full_name: "x", role: 300 });
    assert.equal((await hamlet.call("GET /users/me")).full_name, "Hamlet");
    assert.equal(await roleOf(hamlet.id), 400);
  });

  test("an owner with the grant changes addresses, and only users who may see them get the new ones", async () => {
    const { desdemona, iago, cordelia, hamlet } = server.cast;
    const args = { user_id: cordelia.id, new_email: "cordelia@france.example" };
    assert.equal((await iago.refused("PATCH /users/{user_id}", args)).code, "BAD_REQUEST");
    const taken = { user_id: cordelia.id, new_email: hamlet.email.toUpperCase() };
    assert.equal((await desdemona.refused("PATCH /users/{user_id}", taken)).code, "BAD_REQUEST");
    const queues = [await iago.register(), await hamlet.register()];
    await holds(server, () => desdemona.call("PATCH /users/{user_id}", args), ["iago", "hamlet", "polonius"]);
    assert.match(JSON.stringify(await iago.drain(queues[0] as never)), /france/);
    assert.doesNotMatch(JSON.stringify(await hamlet.drain(queues[1] as never)), /france/);
    assert.equal((await cordelia.refused("GET /users/me")).code, "INVALID_API_KEY");
    await server.as("cordelia@france.example", cordelia.apiKey).call("GET /users/me");
    await desdemona.call("PATCH /users/{user_id}", { user_id: cordelia.id, new_email: cordelia.email });
  });

  test("CVE-2016-4427: a deactivated user is refused everywhere at once, and is as before when reactivated", async () => {
    const { iago, hamlet, othello, desdemona } = server.cast;
    await othello.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: "Cyprus" }],
      principals: [hamlet.id, othello.id],
    });
    const own = { direct_members: [othello.id], direct_subgroups: [] };
    const user_group_id = await createGroup(hamlet, { members: [othello.id], can_join_group: own });
    await hamlet.call("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
    const queue = await othello.register({ event_types: ["message"] });
    const parked = othello.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    const others = ["desdemona", "iago", "shiva", "hamlet", "polonius"] as const;
    await holds(server, () => iago.call("DELETE /users/{user_id}", { user_id: othello.id }), others);
    assert.deepEqual((await parked).events, [], "a parked poll is ended");
    assert.equal((await othello.refused("GET /users/me")).code, "USER_DEACTIVATED");
    const { subscriptions } = await hamlet.call("GET /users/me/subscriptions", { include_subscribers: "true" });
    assert.deepEqual(subscriptions.find(({ name }) => name === "Cyprus")?.subscribers, [hamlet.id]);
    assert.equal(
      (await hamlet.refused("POST /messages", { type: "direct", to: [othello.id], content: "x" })).code,
      "BAD_REQUEST",
    );
    const { id: missed } = await hamlet.call("POST /messages", {
      type: "channel",
      to: "Cyprus",
      topic: "war",
      content: "over",
    });
    assert.equal((await iago.refused("DELETE /users/{user_id}", { user_id: othello.id })).code, "BAD_REQUEST");
    for (const role of [300, 400]) {
      await holds(server, () => iago.call("PATCH /users/{user_id}", { user_id: othello.id, role }), others);
    }

    await holds(server, () => desdemona.call("POST /users/{user_id}/reactivate", { user_id: othello.id }), others);
    await desdemona.call("POST /users/{user_id}/reactivate", { user_id: othello.id });
    const back = await othello.call("GET /users/me/subscriptions");
    assert.ok(back.subscriptions.some(({ name }) => name === "Cyprus"));
    const { message } = await othello.call("GET /messages/{message_id}", { message_id: missed });
    assert.deepEqual(message.flags, ["read", "historical"], "they did not receive what was sent during their absence");
  });

  test("only owners deactivate owners, and nobody deactivates the last one", async () => {
    const { desdemona, iago, hamlet } = server.cast;
    assert.equal(
      (await iago.refused("DELETE /users/{user_id}", { user_id: desdemona.id })).code,
      "UNAUTHORIZED_PRINCIPAL",
    );
    assert.equal((await desdemona.refused("DELETE /users/{user_id}", { user_id: desdemona.id })).code, "BAD_REQUEST");
    assert.equal((await hamlet.refused("DELETE /users/{user_id}", { user_id: iago.id })).code, "BAD_REQUEST");
    const last = await desdemona.refused("DELETE /users/me");
    assert.equal(last.code, "CANNOT_DEACTIVATE_LAST_USER");
    assert.deepEqual([last.body["is_last_owner"], last.body["entity"]], [true, "organization owner"]);
    const leaver = server.cast.cordelia;
    await leaver.call("DELETE /users/me");
    assert.equal((await leaver.refused("GET /users/me")).code, "USER_DEACTIVATED");
    await iago.call("POST /users/{user_id}/reactivate", { user_id: leaver.id });
  });

  test("CVE-2022-24751: no request of a deactivated user that was in flight gets through after the answer", async () => {
    const { iago, shiva } = server.cast;
    let isOver = false;
    const late: number[] = [];
    const asking = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 60; i += 1) {
        const begunAfter = isOver;
        const response = await shiva.call("GET /users/me").catch((error: { status: number }) => error);
        if (begunAfter) late.push("status" in response ? response.status : 200);
      }
    });
    await iago.call("DELETE /users/{user_id}", { user_id: shiva.id });
    isOver = true;
    await Promise.all(asking);
    assert.ok(late.length > 0 && late.every((status) => status === 401));
  });
});
