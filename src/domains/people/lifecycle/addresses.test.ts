import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { PASSWORD, SECRET } from "../../../../test/harness/cast.ts";
import { runCommand } from "../../../../test/harness/command.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

suite("email addresses", () => {
  let server: TestServer;
  before(async () => {
    const database = await createDatabase();
    await database.sql`update account set can_create_users = true, can_change_user_emails = true where role = 100`;
    server = await startTestServer({ database });
  });

  const create = (email: string) => ({ email, password: PASSWORD, full_name: "Somebody" });

  test("nobody gets an account with a disposable address, or one below such a domain, unless the organization allows it", async () => {
    const { desdemona } = server.cast;
    for (const email of ["a@mailinator.com", "a@Mailinator.COM", "a@sub.domain.yopmail.com"]) {
      assert.match((await desdemona.refused("POST /users", create(email))).message, /real email address/);
    }
    await desdemona.call("POST /users", create("a@mailinator.com.elsinore.example"));
    await desdemona.call("PATCH /realm", { disallow_disposable_email_addresses: false });
    await desdemona.call("POST /users", create("a@mailinator.com"));
    await desdemona.call("PATCH /realm", { disallow_disposable_email_addresses: true });
  });

  test("CVE-2026-27656: nobody takes an address that names another user's account, or that only resembles one", async () => {
    const { desdemona, hamlet, iago } = server.cast;
    for (const email of [`user${iago.id}@localhost`, `USER${iago.id}@LOCALHOST`, "user2000000@localhost"]) {
      assert.match((await desdemona.refused("POST /users", create(email))).message, /reserved/);
      const change = { user_id: hamlet.id, new_email: email };
      assert.match((await desdemona.refused("PATCH /users/{user_id}", change)).message, /reserved/);
    }
    assert.match((await desdemona.refused("POST /users", create("HAMLET@elsinore.example"))).message, /in use/);
    for (const email of ["amlet@elsinore.example", "hamlet@elsinore.exampl", "hamlet", "%@elsinore.example"]) {
      assert.equal((await server.as(email, hamlet.apiKey).refused("GET /users/me")).code, "INVALID_API_KEY", email);
      assert.equal((await desdemona.refused("GET /users/{email}", { email })).code, "BAD_REQUEST", email);
    }
    assert.equal((await server.as("Hamlet@ELSINORE.example", hamlet.apiKey).call("GET /users/me")).user_id, hamlet.id);
  });

  test("a client that sends an address of the server's own form gets the account of its number, even if another has that address", async () => {
    const database = await createDatabase();
    const { iago, othello, cordelia, desdemona } = server.cast;
    const shadow = `user${iago.id}@localhost`;
    await database.sql`update account set email = ${shadow}, email_key = ${shadow} where id = ${othello.id}`;
    await database.sql`update account set email = 'user2000000@localhost', email_key = 'user2000000@localhost' where id = ${cordelia.id}`;
    const moved = await startTestServer({ database });
    assert.equal((await moved.as(shadow, iago.apiKey).call("GET /users/me")).user_id, iago.id);
    assert.equal((await moved.as(shadow, othello.apiKey).refused("GET /users/me")).code, "INVALID_API_KEY");
    const own = moved.as(`user${othello.id}@localhost`, othello.apiKey);
    assert.equal((await own.call("GET /users/me")).user_id, othello.id);
    const { user } = await moved.cast.desdemona.call("GET /users/{email}", { email: shadow });
    assert.equal(user.user_id, iago.id);
    const free = moved.as("user2000000@localhost", cordelia.apiKey);
    assert.equal((await free.call("GET /users/me")).user_id, cordelia.id);
    assert.equal((await desdemona.call("GET /users/me")).user_id, desdemona.id);
  });

  test("a user with another role gets the addresses that it may see, and loses them with the role", async () => {
    const { desdemona, hamlet, othello, cordelia, shiva } = server.cast;
    await cordelia.call("PATCH /settings", { email_address_visibility: 3 });
    await shiva.call("PATCH /settings", { email_address_visibility: 5 });
    await othello.call("PATCH /settings", { email_address_visibility: 4 });
    const queue = await hamlet.register({ event_types: ["realm_user"] });
    const give = (role: number) =>
      holds(server, () => desdemona.call("PATCH /users/{user_id}", { user_id: hamlet.id, role }));
    const news = async () =>
      (await hamlet.drain(queue)).flatMap(({ person }) => {
        const { user_id, delivery_email } = person as { user_id: number; delivery_email?: string | null };
        const isOfThem = [cordelia.id, shiva.id, othello.id].includes(user_id);
        return delivery_email === undefined || !isOfThem ? [] : [[user_id, delivery_email]];
      });
    await give(300);
    assert.deepEqual(await news(), [[shiva.id, shiva.email]]);
    await give(200);
    assert.deepEqual(await news(), [[cordelia.id, cordelia.email]]);
    await give(600);
    assert.deepEqual(await news(), [
      [shiva.id, null],
      [cordelia.id, null],
    ]);
    // This queue reads only now, when the role is gone again: it gets none of the addresses in between.
    const late = await hamlet.register({ event_types: ["realm_user"] });
    await give(300);
    await give(400);
    assert.doesNotMatch(JSON.stringify(await hamlet.drain(late)), new RegExp(shiva.email));
  });

  test("the operator reactivates an organization with everything in it", async () => {
    const own = await startTestServer();
    const { desdemona, hamlet } = own.cast;
    const env = { PARLEY_DATABASE_URL: own.database.url, PARLEY_SECRET: SECRET };
    assert.match((await runCommand(["reactivate-organization"], env)).output, /not deactivated/);
    await desdemona.call("POST /realm/deactivate");
    assert.equal((await hamlet.refused("GET /users/me")).code, "REALM_DEACTIVATED");
    const { code, output } = await runCommand(["reactivate-organization"], env);
    assert.equal(code, 0, output);
    assert.match(output, /Elsinore is in use again/);
    const attempt = () => hamlet.call("GET /users/me").then(() => "let in", String);
    await until(attempt, (outcome) => outcome === "let in");
    await hamlet.call("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  });
});
