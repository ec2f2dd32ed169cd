import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { startTestServer } from "../../../../test/harness/server.ts";

suite("keys without passwords", () => {
  const path = "POST /dev_fetch_api_key";

  test("anybody gets the key of any account from a server for development", async () => {
    const { anonymous, cast } = await startTestServer({ flags: ["--development", "on"] });
    const { hamlet, othello, iago } = cast;
    const { api_key, email, user_id } = await anonymous.call(path, { username: ` ${hamlet.email.toUpperCase()} ` });
    assert.deepEqual([api_key, email, user_id], [hamlet.apiKey, hamlet.email, hamlet.id]);
    const { authentication_methods: methods } = await anonymous.call("GET /server_settings");
    assert.equal((methods as Record<string, boolean>)["dev"], true);
    assert.equal((await hamlet.register())["development_environment"], true);
    const nobody = await anonymous.refused(path, { username: "yorick@elsinore.example" });
    assert.deepEqual([nobody.status, nobody.code], [401, "AUTHENTICATION_FAILED"]);
    await iago.call("DELETE /users/{user_id}", { user_id: othello.id });
    assert.equal((await anonymous.refused(path, { username: othello.email })).code, "USER_DEACTIVATED");
  });

  test("every other server refuses, whether there is such an account or not", async () => {
    const { anonymous, cast } = await startTestServer();
    const [known, unknown] = [cast.hamlet.email, "yorick@elsinore.example"];
    const responses = [known, unknown].map((username) => anonymous.refused(path, { username }));
    const [one, other] = await Promise.all(responses);
    assert.deepEqual([one?.status, one?.code], [400, "BAD_REQUEST"]);
    assert.deepEqual(one?.body, other?.body);
    const { authentication_methods: methods } = await anonymous.call("GET /server_settings");
    assert.equal((methods as Record<string, boolean>)["dev"], false);
    assert.equal((await cast.hamlet.register())["development_environment"], false);
  });
});
