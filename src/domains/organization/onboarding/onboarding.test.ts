import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("onboarding steps", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const left = async (who: CastMember) =>
    ((await who.register({ event_types: ["onboarding_steps"] }))["onboarding_steps"] as { name: string }[]).map(
      ({ name }) => name,
    );

  test("a user who has seen a step is not shown it again on any of their devices", async () => {
    const { hamlet, othello } = server.cast;
    const all = await left(hamlet);
    assert.ok(all.includes("intro_inbox_view_modal"));
    const see = (onboarding_step: string) => hamlet.call("POST /users/me/onboarding_steps", { onboarding_step });
    await holds(server, () => see("intro_inbox_view_modal"));
    await holds(server, () => see("narrow_to_dm_with_welcome_bot_new_user"));
    await see("intro_inbox_view_modal");
    assert.deepEqual(
      await left(hamlet),
      all.filter((name) => !/^(intro_inbox|narrow)/.test(name)),
    );
    assert.deepEqual(await left(othello), all);
    const { status, code } = await hamlet.refused("POST /users/me/onboarding_steps", { onboarding_step: "nonsense" });
    assert.equal(`${status} ${code}`, "400 BAD_REQUEST");
  });
});
