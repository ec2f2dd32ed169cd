import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run } from "./machine.ts";

export const ROOT = join(import.meta.dirname, "../..");

export interface Packed {
  readonly tarball: string;
  /** The paths of all files in the package. */
  readonly files: readonly string[];
}

/** `npm pack`, into a folder of the test's. */
export async function pack(folder: string): Promise<Packed> {
  const output = await run(ROOT, "npm", "pack", "--json", "--pack-destination", folder);
  // npm prints its JSON after the output of the scripts.
  const [answer] = JSON.parse(output.slice(output.indexOf("[\n"))) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, answer.filename), files: answer.files.map(({ path }) => path) };
}

/**
 * Installs the tarball into a new folder, as `npm install parley.tgz` does. The dependencies are there already: hard
 * links to those of this clone, so that neither a network nor 300 MB of copies are needed. With `TEST_LONG` npm gets them
 * from its registry, with their install scripts.
 */
export async function install(tarball: string, folder: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  if (process.env["TEST_LONG"] !== undefined) {
    await run(folder, "npm", "install", tarball);
    return;
  }
  for (const path of dependencies()) linkFolder(join(ROOT, path), join(folder, path));
  linkPrograms(folder);
  // With an empty cache, so that npm cannot take anything from elsewhere.
  const flags = ["--offline", "--cache", `${folder}-cache`, "--ignore-scripts", "--no-audit", "--no-fund"];
  await run(folder, "npm", "install", ...flags, tarball);
}

interface Locked {
  readonly dev?: true;
}

/** The folders of the packages that are needed at run time, with those inside them. */
function dependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.lastIndexOf("node_modules/") === 0 && dev !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
}

/** npm fetches a package again whose programs are not in `.bin`. */
function linkPrograms(folder: string): void {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin);
  for (const name of readdirSync(join(ROOT, "node_modules/.bin"))) {
    const target = readlinkSync(join(ROOT, "node_modules/.bin", name));
    if (existsSync(join(bin, target))) symlinkSync(target, join(bin, name));
  }
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** Hard links do not work across file systems. */
function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(source, target);
  }
}
