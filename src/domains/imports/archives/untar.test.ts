import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DEFAULT_LIMITS } from "../limits.ts";
import { unpackedBytes } from "./packed-bytes.ts";
import { untar } from "./untar.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-untar-"));
after(() => rmSync(folder, { recursive: true }));

async function* inPiecesOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The files of an archive, read in pieces of an odd length. */
async function contents(archive: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, bytes } of untar(inPiecesOf(archive, 777))) {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    files[name] = Buffer.concat(parts).toString();
  }
  return files;
}

function made(format: string, ...names: string[]): Buffer {
  const { status, stderr } = spawnSync("tar", [`--format=${format}`, "-cf", "x.tar", ...names], { cwd: folder });
  assert.equal(status, 0, String(stderr));
  return readFileSync(join(folder, "x.tar"));
}

const long = `${"long-".repeat(40)}name`;
writeFileSync(join(folder, "short"), "some text");
writeFileSync(join(folder, long), "x".repeat(512));
mkdirSync(join(folder, "in"));
writeFileSync(join(folder, "in/ünï"), "");

test("archives of every kind of tar are read, with names of any length", async () => {
  for (const format of ["ustar", "gnu", "pax", "v7"]) {
    const names = format === "ustar" || format === "v7" ? ["short", "in"] : ["short", long, "in"];
    const files = await contents(made(format, ...names));
    assert.equal(files["short"], "some text", format);
    assert.equal(files["in/ünï"], "", format);
    if (names.includes(long)) assert.equal(files[long], "x".repeat(512), format);
    assert.equal(Object.keys(files).length, names.length, format);
  }
});

test("files that nobody reads are skipped", async () => {
  const names: string[] = [];
  for await (const { name } of untar(inPiecesOf(made("gnu", long, "short"), 100))) names.push(name);
  assert.deepEqual(names, [long, "short"]);
});

test("links, devices, damage and impossible sizes are refused", async () => {
  spawnSync("ln", ["-s", "/etc/passwd", "link"], { cwd: folder });
  spawnSync("ln", ["short", "hard"], { cwd: folder });
  for (const names of [["link"], ["short", "hard"]]) {
    await assert.rejects(contents(made("gnu", ...names)), /only files can be imported/);
  }
  const good = made("ustar", "short");
  await assert.rejects(contents(good.subarray(0, 600)), /cut off/);
  const damaged = Buffer.from(good);
  damaged[3] = 0x21;
  await assert.rejects(contents(damaged), /checksum/);
  const withField = (value: string, at: number) => {
    const block = Buffer.from(good);
    block.write(value, at, "latin1");
    block.write("        ", 148, "latin1");
    const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    return block;
  };
  await assert.rejects(contents(withField("3", 156)), /only files can be imported/, "a device");
  await assert.rejects(contents(withField("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 124)), /impossible size/);
  await assert.rejects(contents(withField("77777777777\0", 124)), /cut off/);
  await assert.rejects(contents(withField("-0000000001\0", 124)), /impossible size/);
});

test("what was packed to fill a disk, or is damaged, is not unpacked", async () => {
  const count = async (data: Buffer, limits = DEFAULT_LIMITS) => {
    writeFileSync(join(folder, "packed"), data);
    let sum = 0;
    for await (const part of unpackedBytes(join(folder, "packed"), limits)) sum += part.length;
    return sum;
  };
  const packed = gzipSync(Buffer.alloc(80 * 2 ** 20));
  await assert.rejects(count(packed), /250 times as large/);
  await assert.rejects(count(gzipSync(Buffer.alloc(1000)), { ...DEFAULT_LIMITS, mostBytes: 999 }), /--max-size/);
  await assert.rejects(count(packed.subarray(0, 1000)), /damaged or cut off/);
  assert.equal(await count(gzipSync(Buffer.alloc(1000))), 1000);
  assert.equal(await count(Buffer.from("plain")), 5);
});
