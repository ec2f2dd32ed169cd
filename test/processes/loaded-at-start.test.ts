import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../harness/server.ts";

test("an organization is in memory when its server begins to listen", async () => {
  const { cast, database } = await startTestServer();
  const { hamlet } = cast;
  await database.sql`update account set full_name = 'Written past the log' where id = ${hamlet.id}`;
  assert.notEqual((await hamlet.call("GET /users/me")).full_name, "Written past the log");
});
