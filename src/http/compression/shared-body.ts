import { promisify } from "node:util";
import { constants, deflateRaw, deflateRawSync } from "node:zlib";
import { compressing, MAX_BYTES_AT_ONCE } from "./compress.ts";
import { checked, type Checked, followed, NOTHING } from "./crc.ts";

/**
 * A list of texts, of which many clients want all from a certain one on. They are joined and compressed once, and then
 * sent from any of them on. Each text is compressed by itself, ends on a whole byte and refers to nothing before it.
 */
export interface SharedBody {
  plain(from: number): Buffer;
  packed(from: number): Packed;
  /** Texts that are too long to be compressed while others wait, and are not yet compressed: see `packLater`. */
  unpacked(): readonly Buffer[];
}

/** Deflate blocks, and the CRC and length of what is in them. */
export interface Packed extends Checked {
  readonly blocks: Buffer;
  /** The length before compression. */
  readonly length: number;
}

/** The compressed form of a text, for as long as the text is referenced. */
const known = new WeakMap<Buffer, Packed>();

export function createSharedBody(texts: readonly Buffer[]): SharedBody {
  let plain: Joined | undefined;
  let packed: (Joined & { readonly restFrom: (from: number) => Rest }) | undefined;
  return {
    plain(from) {
      plain ??= joined(texts);
      return plain.bytes.subarray(plain.starts[from]);
    },
    packed(from) {
      if (packed === undefined) {
        const parts = texts.map(packedText);
        packed = { ...joined(parts.map(({ blocks }) => blocks)), restFrom: restsOf(parts) };
      }
      return { blocks: packed.bytes.subarray(packed.starts[from]), ...packed.restFrom(from) };
    },
    unpacked: () => texts.filter((text) => text.length > MAX_BYTES_AT_ONCE && !known.has(text)),
  };
}

const FLUSHED = { finishFlush: constants.Z_FULL_FLUSH };
const QUICKLY = { ...FLUSHED, level: 1 };
const deflateLater = promisify<Buffer, typeof QUICKLY, Buffer>(deflateRaw);
/** Texts that are being compressed, so that several callers wait for the same. */
const underWay = new WeakMap<Buffer, Promise<unknown>>();

/** Compresses texts on another thread, so that `packed` finds them compressed. */
export async function packLater(texts: readonly Buffer[]): Promise<void> {
  const others = texts.flatMap((text) => underWay.get(text) ?? []);
  const own = texts.filter((text) => !underWay.has(text));
  const packing = own.length === 0 ? undefined : compressing.run(() => packAll(own));
  for (const text of own) underWay.set(text, packing as Promise<unknown>);
  try {
    await Promise.all([packing, ...others]);
  } finally {
    for (const text of own) underWay.delete(text);
  }
}

async function packAll(texts: readonly Buffer[]): Promise<void> {
  for (const text of texts) {
    known.set(text, { blocks: await deflateLater(text, QUICKLY), length: text.length, ...checked(text) });
  }
}

function packedText(text: Buffer): Packed {
  let packed = known.get(text);
  if (packed === undefined) {
    const blocks = deflateRawSync(text, FLUSHED);
    known.set(text, (packed = { blocks, length: text.length, ...checked(text) }));
  }
  return packed;
}

interface Joined {
  readonly bytes: Buffer;
  /** The offset of each part, followed by the end of the last one. */
  readonly starts: readonly number[];
}

function joined(parts: readonly Buffer[]): Joined {
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) as number) + part.length);
  return { bytes: Buffer.concat(parts), starts };
}

type Rest = Omit<Packed, "blocks">;

/** Returns the CRC and length of everything from a part on. They are computed from the end, as far as was asked for. */
function restsOf(parts: readonly Packed[]): (from: number) => Rest {
  const rests: Rest[] = [{ ...NOTHING, length: 0 }];
  return (from) => {
    for (let at = parts.length - rests.length; at >= from; at -= 1) {
      const [part, rest] = [parts[at] as Packed, rests.at(-1) as Rest];
      rests.push({ ...followed(part, rest), length: part.length + rest.length });
    }
    return rests[parts.length - from] as Rest;
  };
}
