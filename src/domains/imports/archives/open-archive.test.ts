import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { writeZip, type ZipEntry } from "../../../../test/harness/zip.ts";
import { BadArchive } from "../bad-archive.ts";
import { testFolder } from "../common/test-support.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { belowFolderOf } from "./archive.ts";
import { openArchive } from "./open-archive.ts";
import { jsonLines, readJson, readWhole } from "./read-file.ts";

suite("archives of strangers", () => {
  const folder = testFolder();
  const path = join(folder, "archive");
  const spool = join(folder, "spool");
  const opened = () => openArchive(path, spool, DEFAULT_LIMITS);
  const zipped = (...entries: readonly ZipEntry[]) => {
    writeZip(path, entries);
    return opened();
  };

  /** Opens the archive and reads all of it. */
  const readAll = async (archive: Promise<Awaited<ReturnType<typeof opened>>>) => {
    const { files, close } = await archive;
    try {
      for (const file of files.values()) await readWhole(file);
    } finally {
      await close();
    }
  };

  const HOSTILE: readonly (readonly [what: string, entries: readonly ZipEntry[], says: RegExp])[] = [
    ["a path out of the archive", [{ name: "a/../../x", data: "" }], /leads out of the archive: "a\/..\/..\/x"/],
    ["an absolute path", [{ name: "/etc/passwd", data: "" }], /an absolute path: "\/etc\/passwd"/],
    ["a path of Windows", [{ name: "C:x", data: "" }], /an absolute path/],
    ["a backslash", [{ name: "..\\x", data: "" }], /a backslash/],
    ["an empty part", [{ name: "a//x", data: "" }], /an empty part/],
    ["a control character", [{ name: "a\nx", data: "" }], /invalid characters/],
    ["a name that is too long", [{ name: "x".repeat(2000), data: "" }], /too long/],
    ["a link", [{ name: "x", data: "/etc/passwd", mode: 0o120777 }], /"x" in the archive is not a plain file/],
    ["a device", [{ name: "x", data: "", mode: 0o020666 }], /not a plain file/],
    [
      "a name twice",
      [
        { name: "x", data: "1" },
        { name: "x", data: "2" },
      ],
      /the file "x" twice/,
    ],
    [
      "a name twice in two forms",
      [
        { name: "\u00e9", data: "1" },
        { name: "e\u0301", data: "2" },
      ],
      /twice/,
    ],
    ["encryption", [{ name: "x", data: "1", flags: 1 }], /encrypted/],
    ["an unknown compression", [{ name: "x", data: "1", method: 99 }], /not supported/],
    ["less than it announces", [{ name: "x", data: "123", declaredSize: 4 }], /"x" in the archive cannot be unpacked/],
    ["more than it announces", [{ name: "x", data: "123", declaredSize: 2 }], /"x" in the archive cannot be unpacked/],
    ["a huge size", [{ name: "x", data: "1", declaredSize: 0xf0000000 }], /it was made to fill a disk/],
    ["a bomb", [{ name: "x", data: Buffer.alloc(70 * 2 ** 20) }], /it was made to fill a disk/],
  ];

  for (const [what, entries, says] of HOSTILE) {
    test(`CVE-2026-3114, CVE-2024-54682, CVE-2026-26058: a zip file with ${what} is refused`, async () => {
      await assert.rejects(
        readAll(zipped(...entries)),
        (error) => error instanceof BadArchive && says.test(error.message),
      );
    });
  }

  test("an archive with too many files, and one that is too large, are refused", async () => {
    writeZip(
      path,
      ["a", "b", "c"].map((name) => ({ name, data: "12345" })),
    );
    await assert.rejects(openArchive(path, spool, { ...DEFAULT_LIMITS, mostFiles: 2 }), /more than 2 files/);
    await assert.rejects(openArchive(path, spool, { ...DEFAULT_LIMITS, mostBytes: 14 }), /--max-size/);
  });

  test("what is no archive is refused", async () => {
    for (const data of ["", "hello", "PK\x03\x04 no more", Buffer.from([0x1f, 0x8b, 1, 2])]) {
      writeFileSync(path, data);
      await assert.rejects(readAll(opened()), BadArchive);
    }
  });

  test("names in UTF-8 are read whether the archive says so or not, and others are not lost", async () => {
    const names = [Buffer.from("größe"), Buffer.from([0x67, 0xf6])];
    const { files, close } = await zipped(...names.map((name) => ({ name, data: "", flags: 0 })));
    assert.deepEqual([...files.keys()], ["größe", "gö"]);
    await close();
  });

  test("files of a .tar.gz file are kept under numbers, and are gone when it is closed", async () => {
    const source = join(folder, "source");
    mkdirSync(join(source, "top"), { recursive: true });
    writeFileSync(join(source, "top", "marker.json"), '{"a": 1}');
    const long = `${"long".repeat(40)}.txt`;
    writeFileSync(join(source, "top", long), "text");
    const pack = () => assert.equal(spawnSync("tar", ["-czf", path, "-C", source, "."]).status, 0);
    pack();
    const archive = await opened();
    const below = belowFolderOf(archive, "marker.json");
    assert.deepEqual([...(below?.files.keys() ?? [])].sort(), [long, "marker.json"]);
    assert.deepEqual(
      await readJson(below?.files.get("marker.json") as NonNullable<ReturnType<typeof archive.files.get>>),
      {
        a: 1,
      },
    );
    assert.deepEqual(readdirSync(spool).sort(), ["1", "2"]);
    await archive.close();
    assert.throws(() => readdirSync(spool));
    symlinkSync("/etc/passwd", join(source, "top", "link"));
    pack();
    await assert.rejects(opened(), /link/);
    assert.throws(() => readdirSync(spool), "nothing is left of it");
  });

  test("what is not JSON is told by its place", async () => {
    const { files, close } = await zipped(
      { name: "a.json", data: "{" },
      { name: "b.json", data: "[".repeat(1000) },
      { name: "c.jsonl", data: '{"a":1}\n\n{"b":' },
    );
    const [a, b, c] = [...files.values()];
    await assert.rejects(readJson(a as NonNullable<typeof a>), /"a.json" in the archive is not valid JSON/);
    await assert.rejects(readJson(b as NonNullable<typeof b>), /"b.json" in the archive is nested too deeply/);
    await assert.rejects(async () => {
      for await (const [value, line] of jsonLines(c as NonNullable<typeof c>))
        assert.deepEqual([value, line], [{ a: 1 }, 1]);
    }, /Line 3 of "c.jsonl"/);
    await close();
  });
});
