import { isDeeperThan } from "#platform/limits/json-depth.ts";
import type { ArchiveFile } from "./archive.ts";
import { BadArchive } from "../bad-archive.ts";
import { readLines } from "../staging/lines.ts";
import { quotedName } from "./entry-name.ts";

/** A file that is read as a whole: tables of people and channels, and the messages of a day. */
const MAX_AT_ONCE = 256 * 1024 ** 2;

export async function* bytesOf(file: ArchiveFile): AsyncGenerator<Buffer> {
  try {
    yield* (await file.open()) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    throw new BadArchive(`${quotedName(file.name)} in the archive cannot be unpacked: ${(error as Error).message}.`);
  }
}

export async function readWhole(file: ArchiveFile, most = MAX_AT_ONCE): Promise<Buffer> {
  if (file.size > most) throw new BadArchive(`${quotedName(file.name)} in the archive is larger than ${most} bytes.`);
  const parts: Buffer[] = [];
  for await (const part of bytesOf(file)) parts.push(part);
  return Buffer.concat(parts);
}

/** `clean` takes out of a file's text what must not be read at all. */
export async function readJson(file: ArchiveFile, clean = (text: string): string => text): Promise<unknown> {
  return parsed(clean((await readWhole(file)).toString("utf8")), () => quotedName(file.name));
}

/** The lines of a file, each a value of JSON, with their numbers from 1. Empty lines are left out. */
export async function* jsonLines(file: ArchiveFile): AsyncGenerator<readonly [value: unknown, line: number]> {
  let number = 0;
  const place = () => `Line ${number} of ${quotedName(file.name)}`;
  for await (const line of readLines(
    withEnd(bytesOf(file)),
    (why) => new BadArchive(`${place()} is no JSON: ${why}.`),
  )) {
    number += 1;
    if (line.trim() !== "") yield [parsed(line, place), number];
  }
}

/** The last line may have no end. */
async function* withEnd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes;
  yield Buffer.from("\n");
}

const DEEPEST = 64;

function parsed(text: string, place: () => string): unknown {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (isDeeperThan(json, DEEPEST)) throw new BadArchive(`${place()} in the archive is nested too deeply.`);
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new BadArchive(`${place()} in the archive is not valid JSON: ${(error as Error).message}.`);
  }
}
