/** Values as PostgreSQL's texts, by type. */
import { arrayFromText, arrayToText } from "./array-text.ts";
import { ELEMENT_TYPES, TYPES } from "./types.ts";

const toTime = (value: unknown): string => (value instanceof Date ? value : new Date(value as string)).toISOString();
const toJson = (value: unknown): string => JSON.stringify(value);

const WRITERS: ReadonlyMap<number, (value: unknown) => string> = new Map([
  [TYPES.bool, (value: unknown) => (value === true ? "t" : "f")],
  [TYPES.bytea, (value: unknown) => `\\x${Buffer.from(value as string).toString("hex")}`],
  [TYPES.json, toJson],
  [TYPES.jsonb, toJson],
  [TYPES.date, toTime],
  [TYPES.timestamp, toTime],
  [TYPES.timestamptz, toTime],
]);

/** A parameter that is not null. */
export function toText(value: unknown, type: number): string {
  const write = WRITERS.get(type);
  if (write !== undefined) return write(value);
  if (Array.isArray(value))
    return arrayToText(value, (element) => toText(element, ELEMENT_TYPES.get(type) ?? TYPES.text));
  return String(value);
}

/** The type that is told to PostgreSQL with a statement; zero where it finds out itself. */
export function typeOf(value: unknown): number {
  if (typeof value === "boolean") return TYPES.bool;
  if (value instanceof Date) return TYPES.timestamptz;
  if (value instanceof Uint8Array) return TYPES.bytea;
  return 0;
}

/** Reads a column that is not null. */
export type Reader = (bytes: Buffer, start: number, end: number) => unknown;

const MINUS = 45;
const ZERO = 48;
const TRUE = 116;

/** Most values are whole numbers, which need no text in between. IDs and positions stay far below 2^53. */
const readWhole: Reader = (bytes, start, end) => {
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) value = value * 10 + ((bytes[at] as number) - ZERO);
  return isNegative ? -value : value;
};

const readText: Reader = (bytes, start, end) => bytes.toString("utf8", start, end);

const ofText =
  (parse: (text: string) => unknown): Reader =>
  (bytes, start, end) =>
    parse(bytes.toString("utf8", start, end));

const toBytes = (text: string): Buffer => Buffer.from(text.slice(2), "hex");
const readBytes: Reader = (bytes, start, end) => Buffer.from(bytes.toString("latin1", start + 2, end), "hex");

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [TYPES.bool, (text) => text === "t"],
  [TYPES.bytea, toBytes],
  ...[TYPES.int8, TYPES.int2, TYPES.int4, TYPES.oid, TYPES.float4, TYPES.float8].map((type) => [type, Number] as const),
  ...[TYPES.json, TYPES.jsonb].map((type) => [type, (text: string): unknown => JSON.parse(text)] as const),
  ...[TYPES.date, TYPES.timestamp, TYPES.timestamptz].map((type) => [type, (text: string) => new Date(text)] as const),
]);

const READERS: ReadonlyMap<number, Reader> = new Map([
  ...[...PARSERS].map(([type, parse]) => [type, ofText(parse)] as const),
  ...[...ELEMENT_TYPES].map(([array, element]) => {
    const parse = PARSERS.get(element) ?? String;
    return [array, ofText((text) => arrayFromText(text, parse))] as const;
  }),
  ...[TYPES.int8, TYPES.int2, TYPES.int4].map((type) => [type, readWhole] as const),
  [TYPES.bool, (bytes: Buffer, start: number) => bytes[start] === TRUE],
  [TYPES.bytea, readBytes],
]);

export const textReader = (type: number): Reader => READERS.get(type) ?? readText;
