import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { botHelpers } from "#domains/people/bots/test-support.ts";
import { holds } from "../../../../test/events/holds.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

suite("slash commands of bots", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  const { create } = botHelpers(() => server);
  const named = async (name: string) => {
    const { bot_commands: commands } = await server.cast.polonius.call("GET /bot_commands");
    return commands.find((command) => command.name === name);
  };

  test("a bot registers, changes and removes a command, and everybody learns of it", async () => {
    const { hamlet } = server.cast;
    const { client, user_id: bot_id } = await create(hamlet);
    const tide = { name: "tide", description: "Says when it is high", argument_hint: "[port]" };
    let id = 0;
    await holds(server, async () => {
      id = (await client.call("POST /bot_commands", tide)).bot_command_id;
    });
    assert.deepEqual(await named("tide"), { id, bot_id, ...tide });
    const registered = await hamlet.register({ event_types: ["bot_commands"] });
    assert.deepEqual((registered as { bot_commands?: unknown }).bot_commands, [{ id, bot_id, ...tide }]);
    await holds(server, () =>
      client.call("PATCH /bot_commands/{command_id}", { command_id: id, name: "tides", argument_hint: "" }),
    );
    assert.deepEqual(await named("tides"), { id, bot_id, ...tide, name: "tides", argument_hint: "" });
    await holds(server, () => client.call("DELETE /bot_commands/{command_id}", { command_id: id }));
    assert.equal(await named("tides"), undefined);
  });

  test("a bot that registers a command again at its next start has it once, with the new description", async () => {
    const { client } = await create(server.cast.hamlet);
    const { bot_command_id: id } = await client.call("POST /bot_commands", { name: "again", description: "Once" });
    await holds(server, async () => {
      const repeated = await client.call("POST /bot_commands", { name: "again", description: "Twice" });
      assert.equal(repeated.bot_command_id, id);
    });
    assert.equal((await named("again"))?.description, "Twice");
    const queue = await client.register({ event_types: ["bot_commands"] });
    await client.call("POST /bot_commands", { name: "again", description: "Twice" });
    assert.deepEqual(await client.drain(queue), [], "nothing has changed");
  });

  test("a name is of one bot, is none that is built in, and has the form of names", async () => {
    const { hamlet, othello } = server.cast;
    const [first, second] = [await create(hamlet), await create(othello)];
    await first.client.call("POST /bot_commands", { name: "mine", description: "x" });
    const taken = await second.client.refused("POST /bot_commands", { name: "mine", description: "x" });
    assert.equal(taken.body["msg"], "Another command is called /mine.");
    const { bot_command_id: command_id } = await second.client.call("POST /bot_commands", {
      name: "other",
      description: "x",
    });
    await second.client.refused("PATCH /bot_commands/{command_id}", { command_id, name: "mine" });
    for (const name of ["poll", "todo", "me", "Mine", "/mine", "my mine", "ü", "", "x".repeat(33)]) {
      await second.client.refused("POST /bot_commands", { name, description: "x" });
      await second.client.refused("PATCH /bot_commands/{command_id}", { command_id, name });
    }
    for (const description of ["", "x".repeat(101), "two\nlines"]) {
      await second.client.refused("POST /bot_commands", { name: "fine", description });
    }
    await second.client.call("POST /bot_commands", { name: "x".repeat(32), description: "x".repeat(100) });
  });

  test("a bot has at most 25 commands", async () => {
    const { client } = await create(server.cast.hamlet);
    for (let at = 1; at <= 25; at += 1) {
      await client.call("POST /bot_commands", { name: `many-${at}`, description: "x" });
    }
    const refused = await client.refused("POST /bot_commands", { name: "many-26", description: "x" });
    assert.equal(refused.body["msg"], "A bot can have at most 25 commands.");
    await client.call("POST /bot_commands", { name: "many-1", description: "changed" });
  });

  test("a command is changed by its bot, by the owner of the bot and by administrators, and by nobody else", async () => {
    const { hamlet, othello, iago } = server.cast;
    const { client } = await create(hamlet);
    const stranger = await create(othello);
    const { bot_command_id: command_id } = await client.call("POST /bot_commands", { name: "kept", description: "x" });
    for (const other of [othello, stranger.client]) {
      const refused = await other.refused("PATCH /bot_commands/{command_id}", { command_id, description: "mine" });
      assert.equal(refused.status, 404);
      await other.refused("DELETE /bot_commands/{command_id}", { command_id });
    }
    await othello.refused("POST /bot_commands", { name: "person", description: "x" });
    await iago.call("PATCH /bot_commands/{command_id}", { command_id, description: "by iago" });
    assert.equal((await named("kept"))?.description, "by iago");
    await hamlet.call("DELETE /bot_commands/{command_id}", { command_id });
    assert.equal(await named("kept"), undefined);
  });

  test("the commands of a deactivated bot are gone, and their names are free", async () => {
    const { hamlet, othello } = server.cast;
    const bot = await create(hamlet);
    await bot.client.call("POST /bot_commands", { name: "first", description: "x" });
    await bot.client.call("POST /bot_commands", { name: "second", description: "x" });
    await holds(server, () => hamlet.call("DELETE /bots/{bot_id}", { bot_id: bot.user_id }));
    assert.equal(await named("first"), undefined);
    const heir = await create(othello);
    await heir.client.call("POST /bot_commands", { name: "first", description: "x" });
    await holds(server, () => hamlet.call("POST /users/{user_id}/reactivate", { user_id: bot.user_id }));
    assert.equal(await named("second"), undefined, "it registers its commands itself");
  });

  test("the commands of bots are gone with their owner's account, whoever deactivates it", async () => {
    const { desdemona } = server.cast;
    const password = "hot weather, my lord";
    for (const [name, isBySelf] of [
      ["osric", false],
      ["reynaldo", true],
    ] as const) {
      const email = `${name}@elsinore.example`;
      const { user_id: id } = await desdemona.call("POST /users", { email, password, full_name: name });
      const { api_key } = await server.anonymous.call("POST /fetch_api_key", { username: email, password });
      const bot = await create(desdemona);
      await desdemona.call("PATCH /bots/{bot_id}", { bot_id: bot.user_id, bot_owner_id: id });
      await bot.client.call("POST /bot_commands", { name: "bow", description: "x" });
      await holds(server, () =>
        isBySelf
          ? server.as(email, api_key).call("DELETE /users/me")
          : desdemona.call("DELETE /users/{user_id}", { user_id: id }),
      );
      assert.equal(await named("bow"), undefined, name);
    }
  });
});
