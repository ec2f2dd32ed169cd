import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../events/holds.ts";
import { createDatabase } from "../harness/database.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("guests with limited visibility", () => {
  let server: TestServer;
  before(async () => {
    const database = await createDatabase();
    await database.sql`
      update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
        (select id from user_group where name = 'role:members'))`;
    server = await startTestServer({ database });
  });

  const everybody = ["desdemona", "iago", "hamlet", "othello", "polonius"] as const;

  test("CVE-2026-3115: a stranger looks like a user who does not exist, in every list and event", async () => {
    const { polonius, hamlet, iago } = server.cast;
    const absent = (await polonius.refused("GET /users/{user_id}", { user_id: 2_000_000_000 })).body;
    assert.deepEqual((await polonius.refused("GET /users/{user_id}", { user_id: hamlet.id })).body, absent);
    const { members } = await polonius.call("GET /users");
    const seen = members.find(({ user_id }) => user_id === hamlet.id);
    assert.partialDeepStrictEqual(seen, {
      full_name: "Unknown user",
      email: `user${hamlet.id}@localhost`,
      delivery_email: null,
      role: 400,
      is_active: true,
    });
    const complete = await polonius.register();
    const incomplete = await polonius.register({
      client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
    });
    assert.doesNotMatch(JSON.stringify(complete), /Hamlet|Iago/);
    assert.deepEqual(
      (incomplete["realm_users"] as { user_id: number }[]).map(({ user_id }) => user_id),
      [polonius.id],
    );
    await holds(
      server,
      () => iago.call("PATCH /users/{user_id}", { user_id: hamlet.id, full_name: "Prince Hamlet" }),
      everybody,
    );
    const events = JSON.stringify(await polonius.drain(complete));
    assert.doesNotMatch(events, /Prince|"role"/);
    const write = { type: "direct", to: [hamlet.id], content: "x" } as const;
    const unknown = { ...write, to: [2_000_000_000] };
    const hide = (body: object, id: number) => JSON.stringify(body).replaceAll(String(id), "ID");
    assert.equal(
      hide((await polonius.refused("POST /messages", write)).body, hamlet.id),
      hide((await polonius.refused("POST /messages", unknown)).body, 2_000_000_000),
    );
  });

  test("sharing a channel or a conversation makes users visible, with an event", async () => {
    const { polonius, hamlet, othello, cordelia } = server.cast;
    const queue = await polonius.register();
    await holds(
      server,
      () =>
        hamlet.call("POST /users/me/subscriptions", {
          subscriptions: [{ name: "arras" }],
          principals: [hamlet.id, polonius.id],
        }),
      everybody,
    );
    const added = (await polonius.drain(queue)).filter(({ type, op }) => type === "realm_user" && op === "add");
    assert.deepEqual(
      added.map((event) => (event["person"] as { user_id: number }).user_id),
      [hamlet.id],
    );
    await polonius.call("GET /users/{user_id}", { user_id: hamlet.id });
    await holds(
      server,
      () => othello.call("POST /messages", { type: "direct", to: [polonius.id], content: "Who are you?" }),
      everybody,
    );
    await polonius.call("GET /users/{user_id}", { user_id: othello.id });

    const { id } = await cordelia.call("POST /messages", {
      type: "channel",
      to: "arras",
      topic: "x",
      content: "from outside",
    });
    const { message } = await polonius.call("GET /messages/{message_id}", { message_id: id });
    assert.equal(message.sender_full_name, "Unknown user");
    const [event] = (await polonius.drain(queue)).filter(({ type }) => type === "message").slice(-1);
    assert.partialDeepStrictEqual(event, { message: { id, sender_full_name: "Unknown user" } });
    assert.equal(
      (await hamlet.call("GET /messages/{message_id}", { message_id: id })).message.sender_full_name,
      "Cordelia",
    );
  });

  test("a user who joins one channel and leaves another by one request stays visible to a guest who is in both", async () => {
    const { polonius, shiva, iago } = server.cast;
    for (const name of ["stairs", "crypt", "tower"]) {
      await iago.call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [polonius.id] });
    }
    const pass = (add: string[], remove: string[]) => async () => {
      const wanted = add.map((name) => ({ name }));
      await shiva.call("PATCH /users/me/subscriptions", { add: wanted, delete: remove });
    };
    const received = async (action: () => Promise<void>) => {
      const queue = await polonius.register({ event_types: ["realm_user"] });
      await holds(server, action, everybody);
      const events = await polonius.drain(queue);
      return events.map(({ op, person }) => `${op} ${(person as { user_id: number }).user_id === shiva.id}`);
    };
    assert.deepEqual(await received(pass(["stairs", "crypt"], [])), ["add true"], "once, however many channels");
    assert.deepEqual(await received(pass(["tower"], ["stairs", "crypt"])), []);
    assert.deepEqual(await received(pass(["dungeon"], ["tower"])), ["remove true"]);
    assert.deepEqual(await received(pass(["stairs", "tower"], ["dungeon"])), ["add true"]);
    const leave = async () => {
      await shiva.call("DELETE /users/me/subscriptions", { subscriptions: ["stairs", "tower"] });
    };
    assert.deepEqual(await received(leave), ["remove true"]);
  });

  test("a deactivated user becomes invisible again, unless they exchanged direct messages", async () => {
    const { polonius, hamlet, othello, iago } = server.cast;
    const queue = await polonius.register();
    await holds(server, () => iago.call("DELETE /users/{user_id}", { user_id: hamlet.id }), [
      "desdemona",
      "iago",
      "polonius",
    ]);
    const events = (await polonius.drain(queue)).filter(({ type }) => type === "realm_user");
    assert.deepEqual(
      events.map(({ op }) => op),
      ["remove"],
    );
    assert.equal((await polonius.refused("GET /users/{user_id}", { user_id: hamlet.id })).code, "BAD_REQUEST");
    await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.equal((await polonius.call("GET /users/{user_id}", { user_id: othello.id })).user.is_active, false);
  });

  test("the deactivation of a user is sent to those who could see them, and again to those who come to see them later", async () => {
    const { desdemona, cordelia, shiva } = server.cast;
    const made = { email: "osric@elsinore.example", full_name: "Osric", password: "correct horse battery" };
    const { user_id } = await desdemona.call("POST /users", made);
    await desdemona.call("POST /user_groups/create", { name: "courtiers", description: "", members: [user_id] });
    const setRole = (role: number) => desdemona.call("PATCH /users/{user_id}", { user_id: shiva.id, role });
    const leave = () => desdemona.call("DELETE /users/{user_id}", { user_id });
    await holds(server, () => leave().then(() => setRole(600)), ["shiva", "cordelia"]);
    await shiva.refused("GET /users/{user_id}", { user_id });
    await cordelia.call("GET /users/{user_id}", { user_id });
    await holds(server, () => setRole(300), ["shiva", "cordelia"]);
    assert.equal((await shiva.call("GET /users/{user_id}", { user_id })).user.is_active, false);
  });

  test("a reactivated user is visible again where they meet: in a channel, or in a group conversation", async () => {
    const { polonius, hamlet, cordelia, iago } = server.cast;
    const names = ["desdemona", "iago", "polonius"] as const;
    const leaveAndReturn = async (user_id: number) => {
      await iago.call("DELETE /users/{user_id}", { user_id });
      await holds(server, () => iago.call("POST /users/{user_id}/reactivate", { user_id }), names);
      return polonius.call("GET /users/{user_id}", { user_id });
    };
    await iago.call("POST /users/{user_id}/reactivate", { user_id: hamlet.id });
    const together = { subscriptions: [{ name: "reunion" }], principals: [polonius.id, hamlet.id] };
    await iago.call("POST /users/me/subscriptions", together);
    assert.ok((await leaveAndReturn(hamlet.id)).user.is_active);
    await iago.call("POST /messages", { type: "direct", to: [polonius.id, cordelia.id], content: "x" });
    assert.ok((await leaveAndReturn(cordelia.id)).user.is_active);
  });
});
