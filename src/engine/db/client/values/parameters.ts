/**
 * Parameters of a statement, encoded in PostgreSQL's binary format while they are added, in one buffer. As texts, lists would
 * have to be searched for quotes and backslashes, and all of it be copied once more.
 */
import { newOutput, type Output, putBytes, putCounted, putInt16, putInt32, room } from "../wire/output.ts";
import { TEXT_ARRAY, TYPES } from "./types.ts";

export interface Parameters extends Output {
  count: number;
}

/** The types that values and lists may have. */
export type ValueType = "int2" | "int4" | "int8" | "text";
export type Value = number | string | null;

const BINARY = Symbol("binary list");
const ENCODED = Symbol("encoded parameters");

/** A list as one of a statement's parameters, beside others. A value that was parsed from JSON cannot be one. */
export interface BinaryList {
  readonly [BINARY]: Buffer;
}

/** All parameters of a statement, in place of a list of values. */
export interface EncodedParameters {
  readonly [ENCODED]: Parameters;
}

const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
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
  int2: wholeNumber(TYPES.int2, 2, (to, value, at) => to.writeInt16BE(value, at)),
  int4: wholeNumber(TYPES.int4, 4, (to, value, at) => to.writeInt32BE(value, at)),
  int8: wholeNumber(TYPES.int8, 8, (to, value, at) => {
    to.writeInt32BE(Math.floor(value / TWO_TO_32), at);
    to.writeUInt32BE(value >>> 0, at + 4);
  }),
  text: { oid: TYPES.text, append: (to, value) => putCounted(to, value as string) },
};

export const noParameters = (): Parameters => ({ count: 0, ...newOutput() });

function appendValue(to: Parameters, { append }: Encoding, value: Value): void {
  if (value !== null) return append(to, value);
  putInt32(to, NULL_LENGTH);
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

export const encoded = (parameters: Parameters): EncodedParameters => ({ [ENCODED]: parameters });

export function binaryList(type: ValueType, values: readonly Value[]): BinaryList {
  const alone = noParameters();
  addList(alone, type, values);
  return { [BINARY]: alone.bytes.subarray(LENGTH_BYTES, alone.length) };
}

export const isEncoded = (value: object): value is EncodedParameters => ENCODED in value;

const isBinaryList = (value: unknown): value is BinaryList =>
  typeof value === "object" && value !== null && BINARY in value;

/** A list of lists is sent as a text. */
const isTextList = (value: unknown): value is readonly (string | null)[] =>
  Array.isArray(value) && value.every((element) => typeof element === "string" || element === null);

/** The bytes of a value that is sent in the binary format. */
function binaryOf(value: unknown, type: number | undefined): Uint8Array | undefined {
  if (isBinaryList(value)) return value[BINARY];
  if (type === TYPES.bytea && value instanceof Uint8Array) return value;
  // Quotes and backslashes in a text of 1.5 million characters take 100 ms to be escaped.
  return type === TEXT_ARRAY && isTextList(value) ? binaryList("text", value)[BINARY] : undefined;
}

const BINARY_FORMAT = 1;
const TEXT_FORMAT = 0;

/** Appends all that `encoded` was given: one format for all, their number, and their bytes. */
export function appendEncoded(to: Output, { [ENCODED]: { count, bytes, length } }: EncodedParameters): void {
  putInt16(to, 1);
  putInt16(to, BINARY_FORMAT);
  putInt16(to, count);
  putBytes(to, bytes.subarray(0, length));
}

/** Appends values by the types that the server has told: their formats, their number, and each with its length. */
export function appendValues(
  to: Output,
  values: readonly unknown[],
  types: readonly number[],
  textOf: (value: unknown, type: number) => string,
): void {
  const binaries = values.map((value, index) => binaryOf(value, types[index]));
  const formats = binaries.some((binary) => binary !== undefined) ? binaries : [];
  putInt16(to, formats.length);
  for (const binary of formats) putInt16(to, binary === undefined ? TEXT_FORMAT : BINARY_FORMAT);
  putInt16(to, values.length);
  for (const [index, value] of values.entries()) {
    const binary = binaries[index];
    if (value === null) putInt32(to, NULL_LENGTH);
    else if (binary === undefined) putCounted(to, textOf(value, types[index] ?? 0));
    else {
      putInt32(to, binary.length);
      putBytes(to, binary);
    }
  }
}
