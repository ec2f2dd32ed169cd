/**
 * Parameters of a statement, encoded in PostgreSQL's binary format while they are added, in one buffer. The driver would
 * turn each into a text, search the texts of lists for quotes and backslashes, and copy all of it several times.
 */
export interface Parameters {
  count: number;
  /** How many of the bytes are used. */
  length: number;
  bytes: Buffer;
}

/** The types that values and lists may have. */
export type ValueType = "int2" | "int4" | "int8" | "text";
export type Value = number | string | null;

/** The patches of the driver recognize both by these fields. A value that was parsed from JSON cannot have them. */
const ENCODED = Symbol.for("parley encoded parameters");
const BINARY = Symbol.for("parley binary list");

/** A list as one of a statement's parameters, beside others that the driver encodes. */
export interface BinaryList {
  readonly [BINARY]: Buffer;
}

/** Enough for most messages. */
const FIRST_BYTES = 2048;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** No character takes more in UTF-8, for each unit of its string. */
const MAX_BYTES_A_UNIT = 3;
const TWO_TO_32 = 2 ** 32;

interface Encoding {
  readonly oid: number;
  /** Appends the length of a value, and the value. */
  readonly append: (to: Parameters, value: number | string) => void;
}

const wholeNumber = (oid: number, size: number, write: (to: Buffer, value: number, at: number) => void): Encoding => ({
  oid,
  append(to, value) {
    // The buffer would take a part of it, or zero.
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
    const at = room(to, LENGTH_BYTES + size);
    to.bytes.writeInt32BE(size, at);
    write(to.bytes, value as number, at + LENGTH_BYTES);
    to.length = at + LENGTH_BYTES + size;
  },
});

const ENCODINGS: Readonly<Record<ValueType, Encoding>> = {
  int2: wholeNumber(21, 2, (to, value, at) => to.writeInt16BE(value, at)),
  int4: wholeNumber(23, 4, (to, value, at) => to.writeInt32BE(value, at)),
  int8: wholeNumber(20, 8, (to, value, at) => {
    to.writeInt32BE(Math.floor(value / TWO_TO_32), at);
    to.writeUInt32BE(value >>> 0, at + 4);
  }),
  text: {
    oid: 25,
    append(to, value) {
      const text = value as string;
      const isShort = text.length <= FIRST_BYTES;
      const at = room(to, LENGTH_BYTES + (isShort ? text.length * MAX_BYTES_A_UNIT : Buffer.byteLength(text)));
      const written = to.bytes.write(text, at + LENGTH_BYTES);
      to.bytes.writeInt32BE(written, at);
      to.length = at + LENGTH_BYTES + written;
    },
  },
};

export const noParameters = (): Parameters => ({ count: 0, length: 0, bytes: Buffer.allocUnsafe(FIRST_BYTES) });

/** Makes room for further bytes, and returns where they begin. */
function room(to: Parameters, bytes: number): number {
  const { length } = to;
  if (length + bytes > to.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(length + bytes, to.bytes.length * 2));
    to.bytes.copy(larger, 0, 0, length);
    to.bytes = larger;
  }
  return length;
}

function appendValue(to: Parameters, { append }: Encoding, value: Value): void {
  if (value !== null) return append(to, value);
  const at = room(to, LENGTH_BYTES);
  to.length = to.bytes.writeInt32BE(NULL_LENGTH, at);
}

export function addValue(to: Parameters, type: ValueType, value: Value): void {
  to.count += 1;
  appendValue(to, ENCODINGS[type], value);
}

const HEADER_BYTES = 20;

/** A list has one dimension, whose first index is 1. */
export function addList(to: Parameters, type: ValueType, values: readonly Value[]): void {
  to.count += 1;
  const encoding = ENCODINGS[type];
  const start = room(to, LENGTH_BYTES + HEADER_BYTES);
  let at = start + LENGTH_BYTES;
  for (const part of [1, values.includes(null) ? 1 : 0, encoding.oid, values.length, 1])
    at = to.bytes.writeInt32BE(part, at);
  to.length = at;
  for (const value of values) appendValue(to, encoding, value);
  to.bytes.writeInt32BE(to.length - start - LENGTH_BYTES, start);
}

/** The parameters as the driver takes them, instead of a list of values. */
export const encoded = (parameters: Parameters): never[] => [{ [ENCODED]: parameters } as never];

export function binaryList(type: ValueType, values: readonly Value[]): BinaryList {
  const alone = noParameters();
  addList(alone, type, values);
  return { [BINARY]: alone.bytes.subarray(LENGTH_BYTES, alone.length) };
}
