import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { type CastMember, startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { botHelpers } from "./test-support.ts";

suite("bots and those who manage them", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const { create, codeOf } = botHelpers(() => server);

  test("only a bot's owner and administrators change it, and a refused part changes nothing", async () => {
    const { hamlet, iago, othello } = server.cast;
    const bot = await create(hamlet);
    const bot_id = bot.user_id;
    await holds(server, async () => {
      const response = await hamlet.call("PATCH /bots/{bot_id}", {
        bot_id,
        full_name: "Marvin",
        default_sending_stream: "sandbox",
        default_events_register_stream: "general",
        default_all_public_streams: true,
      });
      assert.deepEqual([response.full_name, response.default_sending_stream], ["Marvin", "sandbox"]);
      assert.equal(response.bot_owner, `user${hamlet.id}@localhost`);
    });
    await holds(server, () => iago.call("PATCH /bots/{bot_id}", { bot_id, default_sending_stream: "", role: 300 }));
    await holds(server, () => iago.call("PATCH /users/{user_id}", { user_id: bot_id, full_name: "Marvin II" }));
    await hamlet.refused("PATCH /users/{user_id}", { user_id: bot_id, full_name: "Othello" });
    await hamlet.refused("PATCH /bots/{bot_id}", { bot_id, full_name: "Zaphod", default_sending_stream: "nowhere" });
    await hamlet.refused("PATCH /bots/{bot_id}", { bot_id, full_name: "Zaphod", bot_owner_id: 999_999 });
    assert.equal((await bot.client.call("GET /users/me")).full_name, "Marvin II");
    const absent = await othello.refused("PATCH /bots/{bot_id}", { bot_id: 999_999, full_name: "Mine" });
    const foreign = await othello.refused("PATCH /bots/{bot_id}", { bot_id, full_name: "Mine" });
    const person = await othello.refused("PATCH /bots/{bot_id}", { bot_id: hamlet.id, full_name: "Mine" });
    assert.deepEqual(foreign.body, absent.body, "absent and forbidden look the same");
    assert.deepEqual(person.body, absent.body);
    await iago.refused("PATCH /bots/{bot_id}", { bot_id: hamlet.id, full_name: "Mine" });
  });

  test("an owner gives a bot to another user, who then manages it alone with the administrators", async () => {
    const { hamlet, othello, polonius } = server.cast;
    const bot = await create(hamlet);
    const bot_id = bot.user_id;
    for (const bot_owner_id of [bot_id, polonius.id, 999_999]) {
      assert.equal(await codeOf(hamlet.refused("PATCH /bots/{bot_id}", { bot_id, bot_owner_id })), "400 BAD_REQUEST");
    }
    const queues = [
      await hamlet.register({ event_types: ["realm_bot"] }),
      await othello.register({ event_types: ["realm_bot"] }),
    ];
    await holds(server, () => hamlet.call("PATCH /bots/{bot_id}", { bot_id, bot_owner_id: othello.id }));
    const ops = async (who: CastMember, index: number) => (await who.drain(queues[index] as never)).map(({ op }) => op);
    assert.deepEqual(await ops(hamlet, 0), ["delete"]);
    assert.deepEqual(await ops(othello, 1), ["add"]);
    await hamlet.refused("GET /bots/{bot_id}/api_key", { bot_id });
    assert.equal((await othello.call("GET /bots/{bot_id}/api_key", { bot_id })).api_key, bot.api_key);
  });

  test("a bot's new key works at once and the old one no longer, and only managers get the event", async () => {
    const { hamlet, iago, othello } = server.cast;
    const bot = await create(hamlet);
    const bot_id = bot.user_id;
    let key = "";
    await holds(server, async () => {
      ({ api_key: key } = await iago.call("POST /bots/{bot_id}/api_key/regenerate", { bot_id }));
    });
    assert.equal(await codeOf(bot.client.refused("GET /users/me")), "401 INVALID_API_KEY");
    const client = server.as(bot.email, key);
    await client.call("GET /users/me");
    await othello.refused("POST /bots/{bot_id}/api_key/regenerate", { bot_id });
    await holds(server, () => client.call("POST /users/me/api_key/regenerate"));
    await client.refused("GET /users/me");
    await iago.refused("GET /bots/{bot_id}/api_key", { bot_id: hamlet.id });
  });

  test("a manager deactivates bots and reactivates them, as their new owner if the old one is deactivated", async () => {
    const { hamlet, cordelia, iago } = server.cast;
    const bot = await create(hamlet);
    const bot_id = bot.user_id;
    await iago.refused("DELETE /users/{user_id}", { user_id: bot_id });
    await cordelia.refused("DELETE /bots/{bot_id}", { bot_id });
    await holds(server, () => hamlet.call("DELETE /bots/{bot_id}", { bot_id }));
    assert.equal(await codeOf(bot.client.refused("GET /users/me")), "401 USER_DEACTIVATED");
    const double = await create(hamlet, { full_name: bot.fullName });
    await hamlet.refused("POST /users/{user_id}/reactivate", { user_id: bot_id });
    await hamlet.call("PATCH /bots/{bot_id}", { bot_id: double.user_id, full_name: "Double" });
    await holds(server, () => hamlet.call("POST /users/{user_id}/reactivate", { user_id: bot_id }));
    await bot.client.call("GET /users/me");

    const orphan = await create(cordelia);
    const others = ["desdemona", "iago", "hamlet", "polonius"] as const;
    await holds(server, () => iago.call("DELETE /users/{user_id}", { user_id: cordelia.id }), others);
    await orphan.client.refused("GET /users/me");
    const user_id = orphan.user_id;
    await holds(server, () => iago.call("POST /users/{user_id}/reactivate", { user_id }), others);
    assert.equal((await orphan.client.call("GET /users/me")).bot_owner_id, iago.id);
    await iago.call("POST /users/{user_id}/reactivate", { user_id: cordelia.id });
  });
});
