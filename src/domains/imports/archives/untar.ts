/**
 * Reads tar archives of any origin: POSIX ustar with pax headers, and GNU tar with long names. Only ordinary files come
 * out; folders are skipped, and everything else (links, devices) is refused, because nothing that is imported has any.
 */
import { type ByteReader, byteReader } from "#platform/bytes.ts";
import { BadArchive } from "../bad-archive.ts";

export interface TarFile {
  /** As the archive has it: whoever writes files of such a name has to check it. */
  readonly name: string;
  readonly size: number;
  /** Bytes that are not read before the next file is asked for are skipped. */
  readonly bytes: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const [FILE, OLD_FILE, FOLDER, PAX, PAX_FOR_ALL, LONG_NAME] = ["0", "\0", "5", "x", "g", "L"];
const MAX_NAME_LENGTH = 4096;
/** Of a header that is itself a file. */
const MAX_HEADER_LENGTH = 64 * 1024;
const MAX_SIZE = 2 ** 50;

export async function* untar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const reader = byteReader(bytes, () => new BadArchive("The archive is cut off: it ends within a file."));
  let changed: HeaderChanges = {};
  for (;;) {
    const block = await reader.take(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const header = readHeader(block, changed);
    changed = {};
    if (header.type === PAX || header.type === PAX_FOR_ALL || header.type === LONG_NAME) {
      const data = await headerData(reader, header);
      if (header.type === PAX) changed = paxChanges(data);
      if (header.type === LONG_NAME) changed = { name: textOf(data) };
      continue;
    }
    if (header.type === FOLDER && header.size === 0) continue;
    if (header.type !== FILE && header.type !== OLD_FILE) {
      throw new BadArchive(
        `The archive has a link or a device, and only files can be imported: ${quoted(header.name)}.`,
      );
    }
    yield* fileOf(reader, header);
  }
  await readToTheEnd(reader);
}

async function* fileOf(reader: ByteReader, { name, size }: TarHeader): AsyncGenerator<TarFile> {
  let left = size;
  async function* content(): AsyncGenerator<Buffer> {
    while (left > 0) {
      const part = await reader.some(left);
      left -= part.length;
      yield part;
    }
  }
  yield { name, size, bytes: content() };
  while (left > 0) left -= (await reader.some(left)).length;
  await reader.take(padding(size));
}

/** What packed the archive has its checksum at its end. */
async function readToTheEnd(reader: ByteReader): Promise<void> {
  try {
    for (;;) await reader.some(BLOCK * 128);
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
  }
}

interface HeaderChanges {
  readonly name?: string;
  readonly size?: number;
}

interface TarHeader extends Required<HeaderChanges> {
  readonly type: string;
}

function readHeader(block: Buffer, changed: HeaderChanges): TarHeader {
  const field = (at: number, length: number) => textOf(block.subarray(at, at + length));
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== octal(field(148, 8))) throw new BadArchive("The archive is damaged: a header has a wrong checksum.");
  const prefix = field(257, 5) === "ustar" && block[262] === 0 ? field(345, 155) : "";
  const name = changed.name ?? (prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`);
  const size = changed.size ?? sizeIn(block);
  if (name === "" || name.length > MAX_NAME_LENGTH)
    throw new BadArchive("The archive has a file without a usable name.");
  if (!Number.isSafeInteger(size) || size < 0 || size > MAX_SIZE) {
    throw new BadArchive(`The archive has a file of an impossible size: ${quoted(name)}.`);
  }
  return { name, size, type: block.toString("latin1", 156, 157) };
}

/** Eleven octal digits, or a binary number, as GNU tar writes sizes beyond them. */
const sizeIn = (block: Buffer): number =>
  ((block[124] as number) & 0x80) === 0 ? octal(textOf(block.subarray(124, 136))) : Number(block.readBigUInt64BE(128));

const octal = (text: string): number => (/^ *[0-7]+ *$/.test(text) ? Number.parseInt(text.trim(), 8) : Number.NaN);

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

async function headerData(reader: ByteReader, { name, size }: TarHeader): Promise<Buffer> {
  if (size > MAX_HEADER_LENGTH) throw new BadArchive(`The archive has a header that is too long: ${quoted(name)}.`);
  const data = Buffer.from(await reader.take(size));
  await reader.take(padding(size));
  return data;
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Records such as `30 path=a/long/name\n`, of which the number is the length. */
function paxChanges(data: Buffer): HeaderChanges {
  let changes: HeaderChanges = {};
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(0x20, at);
    const length = Number(data.toString("latin1", at, space));
    if (space < 0 || !Number.isInteger(length) || length <= space - at || at + length > data.length) {
      throw new BadArchive("The archive is damaged: a header cannot be read.");
    }
    const [key, value = ""] = data.toString("utf8", space + 1, at + length - 1).split(/=(.*)/s, 2);
    if (key === "path") changes = { ...changes, name: value };
    if (key === "size") changes = { ...changes, size: /^\d+$/.test(value) ? Number(value) : Number.NaN };
    at += length;
  }
  return changes;
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 200));
