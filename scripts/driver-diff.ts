import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patched } from "#engine/db/driver/patch.ts";
import { PATCHES } from "#engine/db/driver/patches.ts";

/**
 * `npm run driver-diff [-- faults|deadlines|failover|lists|speed]`: what we change in the source of the driver, as a diff, for reading and
 * for sending upstream. Each kind is applied after those before it.
 */
const SOURCE = join(import.meta.dirname, "../node_modules/postgres/src");
const wanted = process.argv[2];
const kinds = Object.keys(PATCHES) as (keyof typeof PATCHES)[];
if (wanted !== undefined && !kinds.some((kind) => kind === wanted)) {
  throw new Error(`choose one of ${kinds.join(", ")}, or nothing for all of them`);
}

const folder = mkdtempSync(join(tmpdir(), "parley-driver-"));
const files = [...new Set(kinds.flatMap((kind) => PATCHES[kind].map(({ file }) => file)))];
for (const side of ["a", "b"]) mkdirSync(join(folder, side));
for (const file of files) {
  let text = readFileSync(join(SOURCE, file), "utf8");
  let before = text;
  for (const kind of kinds) {
    if (kind === wanted) before = text;
    text = PATCHES[kind].filter((patch) => patch.file === file).reduce(patched, text);
    if (kind === wanted) break;
  }
  writeFileSync(join(folder, "a", file), before);
  writeFileSync(join(folder, "b", file), text);
}
spawnSync("git", ["diff", "--no-index", "--no-prefix", "a", "b"], { cwd: folder, stdio: "inherit" });
rmSync(folder, { recursive: true, force: true });
