import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { clientState, reduce } from "./client-state.ts";
import { holds } from "./holds.ts";

suite("state and events", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  test("a new account, a new channel and its subscribers, for everybody in the cast", async () => {
    const { desdemona, hamlet, cordelia } = server.cast;
    await holds(server, () =>
      desdemona.call("POST /users", {
        email: "yorick@elsinore.example",
        password: "alas poor yorick",
        full_name: "Yorick",
      }),
    );
    await holds(server, () => hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "Denmark" }] }));
    await holds(server, () =>
      hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: "Denmark" }], principals: [cordelia.id] }),
    );
  });

  test("a private channel, for its subscribers, for users who may know of it and for those who may not", async () => {
    const { hamlet, othello, polonius } = server.cast;
    const secret = { subscriptions: [{ name: "ghosts" }], invite_only: true };
    await holds(server, () => hamlet.call("POST /users/me/subscriptions", secret));
    await holds(server, () => hamlet.call("POST /users/me/subscriptions", { ...secret, principals: [othello.id] }));
    await holds(server, () => hamlet.call("POST /users/me/subscriptions", { ...secret, principals: [polonius.id] }));
    await holds(server, () =>
      hamlet.call("POST /messages", { type: "channel", to: "ghosts", topic: "night", content: "boo" }),
    );
  });

  test("messages, direct messages and flags", async () => {
    const { hamlet, othello, cordelia } = server.cast;
    const general = { type: "channel", to: "general", topic: "castle" } as const;
    let id = 0;
    await holds(server, async () => {
      ({ id } = await hamlet.call("POST /messages", { ...general, content: "one" }));
    });
    await holds(server, () => hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "psst" }));
    await holds(server, () =>
      hamlet.call("POST /messages", { type: "direct", to: [othello.id, cordelia.id], content: "all of you" }),
    );
    await holds(server, () =>
      hamlet.call("POST /messages", { type: "direct", to: [hamlet.id], content: "note to self" }),
    );
    for (const op of ["add", "remove"] as const) {
      for (const flag of ["read", "starred"] as const) {
        await holds(server, () => othello.call("POST /messages/flags", { messages: [id], op, flag }));
      }
    }
  });

  test("a register during writes of others continues without a gap", async () => {
    const { hamlet, othello } = server.cast;
    const writing = (async () => {
      for (let i = 0; i < 150; i += 1) {
        await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "flood", content: `${i}` });
        if (i % 10 === 0)
          await hamlet.call("POST /users/me/subscriptions", { subscriptions: [{ name: `channel ${i}` }] });
      }
    })();
    const queues = [];
    for (let i = 0; i < 10; i += 1) queues.push(await othello.register({ include_subscribers: "true" }));
    await writing;
    const now = await othello.register({ include_subscribers: "true" });
    for (const queue of queues) {
      assert.deepEqual(reduce(clientState(queue), await othello.drain(queue)), clientState(now));
    }
  });
});
