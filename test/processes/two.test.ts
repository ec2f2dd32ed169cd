import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TestEvent } from "../harness/checked-client.ts";
import { untilParked } from "../harness/parked.ts";
import { startTestServer } from "../harness/server.ts";

suite("two processes on one database", () => {
  test("polls parked on one process receive what the other commits, and queues work on both", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    const [hamlet, othello] = [first.cast.hamlet, second.cast.othello];
    const queue = await first.cast.othello.register({ event_types: ["message"] });
    const waiting = othello.call("GET /events", { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
    const { id } = await hamlet.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "x",
      content: "across",
    });
    const { events } = (await waiting) as unknown as { events: TestEvent[] };
    assert.partialDeepStrictEqual(events, [{ type: "message", message: { id } }]);
    queue.last_event_id = events.at(-1)?.id ?? 0;
    await second.cast.hamlet.call("POST /messages", {
      type: "channel",
      to: "general",
      topic: "x",
      content: "and back",
    });
    const back = await first.cast.othello.call("GET /events", {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
    });
    assert.equal(back.events.length, 1);

    const { queue_id } = queue;
    const last_event_id = back.events.at(-1)?.id as number;
    const parked = othello.call("GET /events", { queue_id, last_event_id });
    await untilParked(second.url, 1);
    await first.cast.othello.call("DELETE /events", { queue_id });
    assert.deepEqual((await parked).events, [], "a queue that is deleted on one is gone on the other");
    assert.equal((await othello.refused("GET /events", { queue_id, last_event_id })).code, "BAD_EVENT_QUEUE_ID");
  });

  test("rights that are lost on one are lost on the other, and both count messages in one row", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    const { api_key } = await first.cast.hamlet.call("POST /users/me/api_key/regenerate");
    // The other process learns of it at its next look at the log, at the latest inside its next write.
    await second.cast.othello.call("POST /messages", { type: "direct", to: [second.cast.othello.id], content: "x" });
    assert.equal((await second.cast.hamlet.refused("GET /users/me")).code, "INVALID_API_KEY");
    const renewed = second.as(first.cast.hamlet.email, api_key);
    const sends = Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? first.cast.cordelia : renewed).call("POST /messages", {
        type: "channel",
        to: "general",
        topic: "race",
        content: `${n}`,
      }),
    );
    const ids = (await Promise.all(sends)).map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(
      ids,
      Array.from({ length: 40 }, (_, n) => (ids[0] as number) + n),
      "no gap and no double",
    );
  });

  test("the first request to a process that nobody used sees what was written elsewhere", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    for (let round = 0; round < 5; round += 1) {
      await first.cast.desdemona.call("POST /channels/create", { name: `new ${round}`, subscribers: [] });
    }
    const { streams } = await second.cast.desdemona.call("GET /streams");
    assert.equal((streams as { name: string }[]).filter(({ name }) => name.startsWith("new ")).length, 5);
  });

  test("changes of people on one process hold on the other, with the same events", async () => {
    const first = await startTestServer({ isSeparate: true });
    const second = await startTestServer({ database: first.database, isSeparate: true });
    const { desdemona, hamlet } = first.cast;
    const far = second.cast;
    const queue = await far.othello.register({ event_types: ["realm_user", "user_group"] });
    // A write of the other process sees everything that was committed before.
    const inStep = () => far.othello.call("POST /users/me/alert_words", { alert_words: ["step"] });
    await desdemona.call("PATCH /users/{user_id}", { user_id: hamlet.id, role: 200 });
    await inStep();
    await far.hamlet.call("POST /realm/domains", { domain: "far.example", allow_subdomains: false });
    const { group_id } = await far.hamlet.call("POST /user_groups/create", {
      name: "watch",
      description: "",
      members: [hamlet.id],
    });
    await hamlet.call("POST /user_groups/{user_group_id}/members", { user_group_id: group_id, add: [desdemona.id] });
    await desdemona.call("PATCH /users/{user_id}", { user_id: hamlet.id, role: 400 });
    await inStep();
    const domain = { domain: "near.example", allow_subdomains: false };
    assert.equal((await far.hamlet.refused("POST /realm/domains", domain)).code, "UNAUTHORIZED_PRINCIPAL");
    await desdemona.call("DELETE /users/{user_id}", { user_id: hamlet.id });
    await inStep();
    assert.equal((await far.hamlet.refused("GET /users/me")).code, "USER_DEACTIVATED");
    const events = await far.othello.drain(queue);
    const roles = events.map(({ person }) => (person as { role?: number } | undefined)?.role);
    assert.deepEqual(
      roles.filter((role) => role !== undefined),
      [200, 400],
    );
    assert.partialDeepStrictEqual(
      events.filter(({ op, group_id: id }) => op === "add_members" && id === group_id),
      [{ user_ids: [desdemona.id] }],
    );
  });
});
