import { constants, deflateRawSync } from "node:zlib";
import { appended, type Checked, checked } from "./crc.ts";

/**
 * Answers out of parts that come again and again, as gzip. A part that comes a second time is packed by itself and kept
 * so; what may be new every time is only framed. Each ends on a whole byte and refers to nothing before it, so that any
 * of them may follow any other.
 */
const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that is the last one. */
const LAST_BLOCK = [0x03, 0x00];
const TAIL_BYTES = LAST_BLOCK.length + 8;
const LARGEST_FRAME = 0xffff;
/** Less does not become shorter. */
const WORTHWHILE = 100;

/** A part as it goes out, and what the sum over everything needs of it. */
interface Packed extends Checked {
  readonly blocks: Buffer;
}

const seen = new WeakSet<Buffer>();
const packed = new WeakMap<Buffer, Packed>();

export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/.test(String(header ?? ""));

/** All parts, one after another, as gzip. */
export function gzipped(parts: readonly Buffer[]): Buffer {
  const all = parts.map(packedPart);
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.set(LAST_BLOCK);
  tail.writeUInt32LE(all.reduce(appended, 0), LAST_BLOCK.length);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  tail.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4);
  return Buffer.concat([HEAD, ...all.map(({ blocks }) => blocks), tail]);
}

function packedPart(part: Buffer): Packed {
  const known = packed.get(part);
  if (known !== undefined) return known;
  const isNew = !seen.has(part);
  const now = { blocks: isNew || part.length < WORTHWHILE ? framed(part) : deflated(part), ...checked(part) };
  if (isNew) seen.add(part);
  else packed.set(part, now);
  return now;
}

const deflated = (part: Buffer): Buffer => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH });

function framed(part: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < part.length; at += LARGEST_FRAME) {
    const content = part.subarray(at, at + LARGEST_FRAME);
    const frame = Buffer.alloc(5);
    frame.writeUInt16LE(content.length, 1);
    frame.writeUInt16LE(LARGEST_FRAME - content.length, 3);
    blocks.push(frame, content);
  }
  return Buffer.concat(blocks);
}
