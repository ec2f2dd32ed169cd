import { constants, deflateRawSync } from "node:zlib";
import { checked, type Checked, followed, NOTHING } from "./crc.ts";

/**
 * Texts that follow one another, of which clients want all from some one on, again and again: put together and packed
 * once, and then sent from any of them. Each is packed by itself, ends on a whole byte and refers to nothing before it.
 */
export interface SharedBody {
  plain(from: number): Buffer;
  packed(from: number): Packed;
}

/** Blocks of gzip, and what the sums over everything need of what is in them. */
export interface Packed extends Checked {
  readonly blocks: Buffer;
  /** Before it was packed. */
  readonly length: number;
}

/** What a text became, for as long as anybody holds the text. */
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
  };
}

function packedText(text: Buffer): Packed {
  let packed = known.get(text);
  if (packed === undefined) {
    const blocks = deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
    known.set(text, (packed = { blocks, length: text.length, ...checked(text) }));
  }
  return packed;
}

interface Joined {
  readonly bytes: Buffer;
  /** Where each part begins; behind them, where the last one ends. */
  readonly starts: readonly number[];
}

function joined(parts: readonly Buffer[]): Joined {
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) as number) + part.length);
  return { bytes: Buffer.concat(parts), starts };
}

type Rest = Omit<Packed, "blocks">;

/** The sums over all that follows a beginning, from the end on as far as anybody has asked. */
function restsOf(parts: readonly Packed[]): (from: number) => Rest {
  const rests: Rest[] = [{ ...NOTHING, length: 0 }];
  return (from) => {
    for (let at = parts.length - rests.length; at >= from; at -= 1) {
      const [part, behind] = [parts[at] as Packed, rests.at(-1) as Rest];
      rests.push({ ...followed(part, behind), length: part.length + behind.length });
    }
    return rests[parts.length - from] as Rest;
  };
}
