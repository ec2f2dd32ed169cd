import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, suite, test } from "node:test";
import { SECRET } from "../harness/cast.ts";
import { cleanEnvironment, runCommandHere } from "../harness/command.ts";
import { programScript } from "../harness/programs.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { until } from "../harness/until.ts";

suite("parley audit", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.stop());

  const renamed = (user_id: number, full_name: string) =>
    server.cast.iago.call("PATCH /users/{user_id}", { user_id, full_name });
  const settings = () => ["--database-url", server.database.url];

  test("prints what was recorded since a time, the oldest first", async () => {
    const { hamlet, iago } = server.cast;
    for (const name of ["Hamlet the First", "Hamlet the Second"]) await renamed(hamlet.id, name);
    const all = await runCommandHere(["audit", ...settings()], { PARLEY_SECRET: SECRET });
    const events = all.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      events.slice(-2).map(({ action, actor }) => [action, (actor as { id: number }).id]),
      [
        ["user.changed", iago.id],
        ["user.changed", iago.id],
      ],
    );
    const none = await runCommandHere(["audit", "--since", "2999-01-01", ...settings()], { PARLEY_SECRET: SECRET });
    assert.equal(none.output, "");
    const wrong = await runCommandHere(["audit", "--since", "soon", ...settings()], { PARLEY_SECRET: SECRET });
    assert.match(wrong.output, /--since must be a time/);
    assert.equal(wrong.code, 1);
  });

  test("follows what comes", async (t) => {
    const { hamlet } = server.cast;
    const child = spawn(process.execPath, [programScript("cli/main"), "audit", "--follow", ...settings()], {
      env: cleanEnvironment({ PARLEY_SECRET: SECRET }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    t.after(() => child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (data) => (output += String(data)));
    await until(
      () => output,
      (text) => text.includes("\n"),
    );
    await renamed(hamlet.id, "Hamlet the Third");
    await until(
      () => output,
      (text) => text.includes("Hamlet the Third"),
    );
    child.kill("SIGTERM");
    await ended;
  });
});
