import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TestEvent } from "../../../../test/harness/checked-client.ts";
import { createDatabase } from "../../../../test/harness/database.ts";
import { listen } from "../../../../test/harness/listen.ts";
import { startTestServer } from "../../../../test/harness/server.ts";

const SIMPLE = { client_capabilities: { notification_settings_null: true, simplified_presence_events: true } };

/** An organization whose guests know only those whom they have to do with. */
async function limitedGuests(...flags: string[]) {
  const database = await createDatabase();
  await database.sql`
    update realm set settings = settings || jsonb_build_object('can_access_all_users_group',
      (select id from user_group where name = 'role:members'))`;
  await database.sql`update account set email_visibility = 1 where email like 'hamlet@%'`;
  return startTestServer({ database, flags });
}

suite("forms of presence", () => {
  test("newer clients hear of somebody by ID, with times and nothing else", async () => {
    const { cast } = await startTestServer();
    const { hamlet, othello, cordelia } = cast;
    const [newer, older] = [await listen(othello, SIMPLE), await listen(cordelia)];
    await hamlet.call("POST /users/me/presence", { status: "active" });
    const [event] = (await newer.received()).filter(({ type }) => type === "presence");
    const { presences, id: _, ...others } = event as TestEvent;
    assert.deepEqual(others, { type: "presence" });
    const { active_timestamp: active, idle_timestamp: idle } = (presences as Record<string, Record<string, number>>)[
      hamlet.id
    ] as Record<string, number>;
    assert.ok(active !== undefined && idle !== undefined && idle >= active && active > Date.now() / 1000 - 60);
    const [legacy] = (await older.received()).filter(({ type }) => type === "presence");
    assert.deepEqual([legacy?.["user_id"], legacy?.["presences"]], [hamlet.id, undefined]);
  });

  test("guests see no presence of strangers, unless the operator wants everybody's to be seen", async () => {
    const seen = async (...flags: string[]) => {
      const { cast } = await limitedGuests(...flags);
      const { polonius, hamlet } = cast;
      const waiting = await listen(polonius);
      await hamlet.call("POST /users/me/presence", { status: "active" });
      const [event] = (await waiting.received()).filter(({ type }) => type === "presence");
      const slim = await polonius.call("POST /users/me/presence", { status: "active", slim_presence: true });
      const { presences: legacy } = await polonius.call("GET /realm/presence");
      const { presences: registered } = await polonius.register({ slim_presence: true });
      const answer = await polonius
        .call("GET /users/{user_id_or_email}/presence", { user_id_or_email: `${hamlet.id}` })
        .then(
          () => "seen",
          () => "refused",
        );
      const byEmail = await polonius.refused("GET /users/{user_id_or_email}/presence", {
        user_id_or_email: hamlet.email,
      });
      assert.equal(byEmail.code, "BAD_REQUEST");
      const key = String(hamlet.id);
      return {
        event: event?.["email"],
        slim: key in (slim.presences ?? {}),
        legacy: Object.keys(legacy).filter((email) => !email.startsWith(`user${polonius.id}@`)),
        registered: key in (registered as object),
        one: answer,
      };
    };
    assert.deepEqual(await seen(), { event: undefined, slim: false, legacy: [], registered: false, one: "refused" });
    const placeholder = (await startTestServer()).cast.hamlet.id;
    const email = `user${placeholder}@localhost`;
    assert.deepEqual(await seen("--presence-of-all", "on"), {
      ...{ event: email, slim: true, legacy: [email], registered: true, one: "seen" },
    });
  });
});
