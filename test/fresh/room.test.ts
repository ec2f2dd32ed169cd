import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { skipWithout } from "../harness/needs/needs.ts";
import { openRoom } from "./room.ts";

const skip = skipWithout("mount namespaces");

test(
  "a room that is closed leaves neither a process nor a mount, and the machine never sees its mounts",
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley room "));
    t.after(() => rmSync(folder, { recursive: true }));
    const room = await openRoom();
    await room.run(["mount", "-t", "tmpfs", "tmpfs", folder]);
    await room.run(["touch", join(folder, "inside")]);
    const stubborn = room.start(["sh", "-c", 'trap "" INT TERM; echo ready; while :; do sleep 1; done']);
    await once(stubborn.stdout as NodeJS.ReadableStream, "data");
    assert.ok(!readFileSync("/proc/self/mounts", "utf8").includes(folder.replaceAll(" ", "\\040")));
    const ended = once(stubborn, "exit");
    await room.close();
    await ended;
    assert.deepEqual(readdirSync(folder), []);
  },
);

test("a command of a room that fails says what it printed", { skip }, async () => {
  const room = await openRoom();
  await assert.rejects(
    room.run(["sh", "-c", "echo no mirror; exit 3"], { isQuiet: true }),
    /ended with 3:\nno mirror\n$/,
  );
  await room.close();
});
