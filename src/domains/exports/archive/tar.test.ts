import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Entry, tar } from "./tar.ts";

async function* entries(list: readonly Entry[]): AsyncGenerator<Entry> {
  yield* list;
}

async function archived(...list: Entry[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of tar(entries(list), 1_700_000_000)) parts.push(part);
  return Buffer.concat(parts);
}

const entry = (name: string, ...parts: string[]): Entry => {
  const bytes = parts.map((part) => Buffer.from(part));
  return { name, size: Buffer.concat(bytes).length, bytes };
};

test("the system's tar reads what is written, whatever the length of a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-tar-"));
  const long = "x".repeat(1000);
  const archive = await archived(entry("a/empty"), entry("a/block", "y".repeat(512)), entry("long", long, "end\n"));
  assert.equal(archive.length % 512, 0);
  writeFileSync(join(folder, "x.tar"), archive);
  const { status, stderr } = spawnSync("tar", ["-xf", "x.tar"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  assert.deepEqual([read("a/empty"), read("a/block").length, read("long")], ["", 512, `${long}end\n`]);
  rmSync(folder, { recursive: true });
});

test("sizes beyond eight gigabytes are written as GNU tar writes them", async () => {
  const size = 9_000_000_000;
  const { value: first } = await tar(entries([{ name: "huge", size, bytes: [] }]), 0).next();
  assert.equal((first as Buffer).readUInt8(124), 0x80);
  assert.equal(Number((first as Buffer).readBigUInt64BE(128)), size);
});

test("a file that is not as long as announced, and a name that tar cannot hold, spoil the archive", async () => {
  await assert.rejects(archived({ name: "x", size: 3, bytes: [Buffer.from("ab")] }), /2 bytes, and 3/);
  await assert.rejects(archived(entry("x".repeat(101))), /no name/);
  await assert.rejects(archived(entry("na\nme")), /no name/);
});
