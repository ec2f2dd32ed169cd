import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { TestEvent } from "../harness/checked-client.ts";
import { untilParked } from "../harness/parked.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";
import { clientState, reduce } from "./client-state.ts";

const INCOMPLETE = { client_capabilities: { notification_settings_null: false, user_list_incomplete: true } } as const;

const [MEMBERS, ADMINISTRATORS, MODERATORS] = [2, 3, 5];

suite("a client that reads late about people", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const setRole = (who: CastMember, role: number) =>
    server.cast.desdemona.call("PATCH /users/{user_id}", { user_id: who.id, role });
  const show = (who: CastMember, email_address_visibility: number) =>
    who.call("PATCH /settings", { email_address_visibility });
  const limit = (isLimited: boolean) =>
    server.cast.desdemona.call("PATCH /realm", { can_access_all_users_group: { new: isLimited ? 6 : 7 } });
  const isAbout = (id: number) => (event: TestEvent) =>
    event.type === "realm_user" && (event["person"] as { user_id: number }).user_id === id;

  /** The events of somebody who slept, after it was checked that they lead to what a new client fetches. */
  async function sleepOver(who: CastMember, happenings: () => Promise<unknown>, wish: object = {}) {
    const isIncomplete = wish === INCOMPLETE;
    const queue = await who.register(wish);
    await happenings();
    const events = await who.drain(queue);
    const [late, now] = [reduce(clientState(queue, isIncomplete), events), clientState(await who.register(wish))];
    assert.deepEqual([late.users, late.formerUsers], [now.users, now.formerUsers]);
    return events;
  }

  test("forgets an address that was narrowed while they were somebody else", async () => {
    const { othello, hamlet } = server.cast;
    await show(hamlet, MEMBERS);
    await sleepOver(othello, async () => {
      await show(hamlet, ADMINISTRATORS);
      await setRole(othello, 600);
    });
    await setRole(othello, 400);
  });

  test("learns an address that was widened while they were somebody else", async () => {
    const { othello, hamlet } = server.cast;
    await show(hamlet, MODERATORS);
    await sleepOver(othello, async () => {
      await show(hamlet, MEMBERS);
      await setRole(othello, 300);
    });
    await setRole(othello, 400);
  });

  test("never learns an address that was public for a while", async () => {
    const { othello, hamlet } = server.cast;
    const events = await sleepOver(othello, async () => {
      await show(hamlet, 1);
      await show(hamlet, ADMINISTRATORS);
    });
    assert.ok(!JSON.stringify(events).includes("hamlet@"));
    await show(hamlet, 1);
  });

  test("knows whom they share a channel with, whatever changed on the way", async () => {
    const { desdemona, iago, polonius } = server.cast;
    const made = { email: "osric@elsinore.example", full_name: "Osric", password: "correct horse battery" };
    const { user_id } = await desdemona.call("POST /users", made);
    const together = { subscriptions: [{ name: "arras" }], principals: [polonius.id, user_id] };
    await iago.call("POST /users/me/subscriptions", together);
    await limit(true);
    for (const wish of [{}, INCOMPLETE]) {
      await sleepOver(
        polonius,
        async () => {
          await iago.call("DELETE /users/{user_id}", { user_id });
          await limit(false);
          await iago.call("POST /users/{user_id}/reactivate", { user_id });
          await limit(true);
        },
        wish,
      );
    }
    const { user } = await polonius.call("GET /users/{user_id}", { user_id });
    assert.equal(user.full_name, "Osric");
    await limit(false);
  });

  test("of strangers gets nothing, if their client's list has none: neither of newcomers nor of what happens to them", async () => {
    const { desdemona, polonius, hamlet } = server.cast;
    await limit(true);
    const made = { email: "yorick@elsinore.example", full_name: "Yorick", password: "correct horse battery" };
    let id = 0;
    const come = async () => {
      id = (await desdemona.call("POST /users", made)).user_id;
      await desdemona.call("PATCH /users/{user_id}", { user_id: id, full_name: "Alas" });
      await hamlet.call("POST /messages", { type: "direct", to: [id], content: "x" });
    };
    const events = await sleepOver(polonius, come, INCOMPLETE);
    assert.deepEqual(events.filter(isAbout(id)), []);
    const leave = async () => {
      await limit(false);
      await desdemona.call("DELETE /users/{user_id}", { user_id: id });
      await limit(true);
    };
    const told = (await sleepOver(polonius, leave, INCOMPLETE)).filter(isAbout(id));
    assert.deepEqual([told[0]?.op, told.at(-1)?.op], ["add", "remove"], "nothing before they are shown");
    assert.ok(!JSON.stringify(told).includes("Alas"));
    await limit(false);
  });

  test("a new account comes with the address of its picture, also for clients that work it out", async () => {
    const { desdemona, othello } = server.cast;
    const queue = await othello.register({ event_types: ["realm_user"], client_gravatar: true });
    await desdemona.call("PATCH /realm/user_settings_defaults", { email_address_visibility: 1 });
    const made = { email: "rosen@elsinore.example", full_name: "Rosencrantz", password: "correct horse battery" };
    const { user_id } = await desdemona.call("POST /users", made);
    const [added] = (await othello.drain(queue)).filter(isAbout(user_id));
    assert.match(JSON.stringify(added), /"avatar_url":"\/user_avatars\/drawn\//);
  });

  test("a client whose poll is parked while somebody comes back gets to know them where they meet", async () => {
    const { iago, polonius, hamlet } = server.cast;
    const together = { subscriptions: [{ name: "reunion" }], principals: [polonius.id, hamlet.id] };
    await iago.call("POST /users/me/subscriptions", together);
    await limit(true);
    await iago.call("DELETE /users/{user_id}", { user_id: hamlet.id });
    const { queue_id, last_event_id } = await polonius.register({ event_types: ["realm_user"] });
    const poll = polonius.call("GET /events", { queue_id, last_event_id });
    await untilParked(server.url, 1);
    await iago.call("POST /users/{user_id}/reactivate", { user_id: hamlet.id });
    const { events } = (await poll) as { events: TestEvent[] };
    assert.partialDeepStrictEqual(events.find(isAbout(hamlet.id)), { op: "add", person: { full_name: "Hamlet" } });
  });
});
