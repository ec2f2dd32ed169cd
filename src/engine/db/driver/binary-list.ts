/**
 * A list of values as PostgreSQL's binary format has it. In the text format that the driver writes, every text is
 * searched for quotes and backslashes: 4.3 µs a message in a group of 32, instead of 1.3 µs.
 */
export interface BinaryList {
  readonly [BINARY]: Buffer;
}

/** The patches of the driver recognize a list by this field. A value that was parsed from JSON cannot have it. */
const BINARY = Symbol.for("parley binary list");

type Value = number | string | null;

interface ElementType {
  readonly oid: number;
  readonly size: (value: number | string) => number;
  readonly write: (to: Buffer, value: number | string, at: number) => void;
}

const TWO_TO_32 = 2 ** 32;

const wholeNumber = (
  oid: number,
  size: number,
  write: (to: Buffer, value: number, at: number) => void,
): ElementType => ({
  oid,
  size: () => size,
  write: (to, value, at) => write(to, Number(value), at),
});

const TYPES: Readonly<Record<string, ElementType>> = {
  int2: wholeNumber(21, 2, (to, value, at) => to.writeInt16BE(value, at)),
  int4: wholeNumber(23, 4, (to, value, at) => to.writeInt32BE(value, at)),
  int8: wholeNumber(20, 8, (to, value, at) => {
    to.writeInt32BE(Math.floor(value / TWO_TO_32), at);
    to.writeUInt32BE(value >>> 0, at + 4);
  }),
  text: {
    oid: 25,
    size: (value) => Buffer.byteLength(value as string),
    write: (to, value, at) => to.write(value as string, at),
  },
};

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/** One dimension, whose first index is 1. */
export function binaryList(type: string, values: readonly Value[]): BinaryList {
  const element = TYPES[type];
  if (element === undefined) throw new Error(`there are no binary lists of ${type}`);
  const sizes = values.map((value) => (value === null ? NULL_LENGTH : element.size(value)));
  const bytes = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(0, size), HEADER_BYTES);
  const binary = Buffer.allocUnsafe(bytes);
  binary.writeInt32BE(1, 0);
  binary.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  binary.writeUInt32BE(element.oid, 8);
  binary.writeInt32BE(values.length, 12);
  binary.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    const size = sizes[index] as number;
    binary.writeInt32BE(size, at);
    at += LENGTH_BYTES;
    if (value === null) continue;
    element.write(binary, value, at);
    at += size;
  }
  return { [BINARY]: binary };
}
