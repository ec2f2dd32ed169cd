import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unpacked } from "#domains/exports/test-support.ts";
import { SECRET } from "../harness/cast.ts";
import { runCommand } from "../harness/command.ts";
import { startTestServer } from "../harness/server.ts";

test("an operator exports everything, beside a running server, and overwrites nothing", async () => {
  const { cast, database } = await startTestServer();
  const { hamlet, othello } = cast;
  await hamlet.call("POST /messages", { type: "direct", to: [othello.id], content: "not for others" });
  const folder = mkdtempSync(join(tmpdir(), "parley-export-"));
  const run = (file: string, ...flags: string[]) => {
    const settings = ["--database-url", database.url, "--data", folder];
    return runCommand(["export", join(folder, file), ...flags, ...settings], { PARLEY_SECRET: SECRET });
  };
  const whole = await run("whole.tar.gz");
  assert.equal(whole.code, 0, whole.output);
  const archive = unpacked(readFileSync(join(folder, "whole.tar.gz")));
  assert.equal(archive.json("format.json")["kind"], "everything");
  assert.deepEqual(
    archive.rows("messages").map(({ content, type }) => [content, type]),
    [["not for others", "direct"]],
  );
  assert.equal(statSync(join(folder, "whole.tar.gz")).mode & 0o777, 0o600, "nobody else on the machine reads it");
  const again = await run("whole.tar.gz");
  assert.deepEqual([again.code !== 0, /already/.test(again.output)], [true, true], again.output);
  assert.equal((await run("public.tar.gz", "--kind", "public")).code, 0);
  assert.deepEqual(unpacked(readFileSync(join(folder, "public.tar.gz"))).rows("messages"), []);
  const odd = await run("odd.tar.gz", "--kind", "odd");
  assert.match(odd.output, /--kind must be one of/);
  rmSync(folder, { recursive: true });
});
