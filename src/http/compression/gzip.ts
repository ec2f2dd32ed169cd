import { appended, checked } from "./crc.ts";
import type { Packed, SharedBody } from "./shared-body.ts";

const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block. */
const LAST_BLOCK = [0x03, 0x00];
const TAIL_BYTES = LAST_BLOCK.length + 8;
const MAX_FRAME_BYTES = 0xffff;

/** A shared body, from one of its texts on. */
export interface SharedBodyPart {
  readonly body: SharedBody;
  readonly from: number;
}

/** A response consists of new bytes and of shared ones. */
export type Part = Buffer | SharedBodyPart;

export const plainPart = (part: Part): Buffer => (Buffer.isBuffer(part) ? part : part.body.plain(part.from));

export const acceptsGzip = (header: string | undefined): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/.test(header ?? "");

/**
 * All parts, one after another, as gzip: shared bodies are compressed already, and new bytes are stored without
 * compression.
 */
export function gzipped(parts: readonly Part[]): Buffer[] {
  const all = merged(parts).map((part) => (Buffer.isBuffer(part) ? framed(part) : part.body.packed(part.from)));
  const tail = Buffer.alloc(TAIL_BYTES);
  tail.set(LAST_BLOCK);
  tail.writeUInt32LE(
    all.reduce((crc, part) => appended(crc, part), 0),
    LAST_BLOCK.length,
  );
  const length = all.reduce((sum, part) => sum + part.length, 0);
  tail.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4);
  return [HEAD, ...all.map(({ blocks }) => blocks), tail];
}

/** Joins neighbouring buffers into one part. */
function merged(parts: readonly Part[]): Part[] {
  const fewer: Part[] = [];
  for (const part of parts) {
    const last = fewer.at(-1);
    if (Buffer.isBuffer(part) && Buffer.isBuffer(last)) fewer[fewer.length - 1] = Buffer.concat([last, part]);
    else fewer.push(part);
  }
  return fewer;
}

function framed(part: Buffer): Packed {
  const frames: Buffer[] = [];
  for (let at = 0; at < part.length; at += MAX_FRAME_BYTES) {
    const content = part.subarray(at, at + MAX_FRAME_BYTES);
    const frame = Buffer.alloc(5);
    frame.writeUInt16LE(content.length, 1);
    frame.writeUInt16LE(MAX_FRAME_BYTES - content.length, 3);
    frames.push(frame, content);
  }
  return { blocks: Buffer.concat(frames), length: part.length, ...checked(part) };
}
