import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { holds } from "../../../../test/events/holds.ts";
import { PASSWORD } from "../../../../test/harness/cast.ts";
import type { CheckedClient } from "../../../../test/harness/checked-client.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";

const TRY = "POST /realm/test_welcome_bot_custom_message";

suite("the welcome bot", () => {
  let server: TestServer;
  let bot: number;
  before(async () => {
    server = await startTestServer();
    const { cross_realm_bots: bots } = await server.cast.hamlet.register({ fetch_event_types: ["realm_user"] });
    const named = bots as { user_id: number; full_name: string; is_system_bot: boolean }[];
    assert.deepEqual(
      named.map(({ full_name }) => full_name),
      ["Notification Bot", "Welcome Bot"],
    );
    bot = named.find(({ full_name }) => full_name === "Welcome Bot")?.user_id as number;
  });

  const arrive = async (name: string): Promise<CheckedClient> => {
    const account = { email: `${name}@elsinore.example`, full_name: name, password: PASSWORD };
    await server.cast.desdemona.call("POST /users", account);
    const { api_key } = await server.anonymous.call("POST /fetch_api_key", {
      username: account.email,
      password: PASSWORD,
    });
    return server.as(account.email, api_key);
  };
  const said = async (to: CheckedClient) => {
    const narrow = [{ operator: "dm", operand: [bot] }];
    return (await to.call("GET /messages", { anchor: "newest", num_before: 5, narrow })).messages;
  };

  test("greets newcomers, and adds the organization's own words if there are any", async () => {
    const { desdemona } = server.cast;
    const [greeting, ...others] = await said(await arrive("Lear"));
    assert.deepEqual([greeting?.sender_id, greeting?.flags], [bot, []]);
    assert.match(greeting?.content ?? "", /welcome to Elsinore/);
    assert.deepEqual(others, []);
    await desdemona.call("PATCH /realm", { welcome_message_custom_text: "Begin in #**general**." });
    const fool = await arrive("Fool");
    const [again, own] = await said(fool);
    assert.equal(again?.content, greeting?.content);
    assert.match(own?.content ?? "", /Begin in <a class="stream".*>#general<\/a>/);
    const { unread_msgs: unread } = await fool.register();
    assert.deepEqual((unread as { pms: { unread_message_ids: number[] }[] }).pms[0]?.unread_message_ids.length, 2);
  });

  test("shows an administrator what it would say, and nobody else", async () => {
    const { iago, hamlet } = server.cast;
    let id = 0;
    await holds(server, async () => {
      id = (await iago.call(TRY, { welcome_message_custom_text: " *Hail!* " })).message_id;
    });
    const message = (await said(iago)).at(-1);
    assert.deepEqual([message?.id, message?.content], [id, "<p><em>Hail!</em></p>"]);
    assert.equal((await hamlet.refused(TRY, { welcome_message_custom_text: "x" })).code, "UNAUTHORIZED_PRINCIPAL");
    for (const welcome_message_custom_text of ["  ", "a\0b", "x".repeat(8001)]) {
      assert.equal((await iago.refused(TRY, { welcome_message_custom_text })).code, "BAD_REQUEST");
    }
    assert.deepEqual(await said(hamlet), []);
  });
});
