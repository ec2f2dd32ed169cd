import { problem } from "#platform/schema/check.ts";
import { MAX_IMPORTED_ID } from "./fields.ts";
import { TABLES, type TableName } from "./table-rows.ts";

type Check = (text: string) => boolean;

const FORMATS: Readonly<Record<string, readonly [isRight: Check, wanted: string]>> = {
  time: [isTime, "a time between 1970 and 2100, such as 2026-01-31T12:00:00Z"],
  ranges: [areRanges, "a list of ranges, such as {[1,40),[52,)}"],
};

interface Schema {
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
}

const formatOf = ({ format, anyOf = [] }: Schema): string | undefined => format ?? anyOf.map(formatOf).find(Boolean);

/** The fields of each table that have one of these formats: they are in the row itself, never deeper. */
const FORMATTED = Object.fromEntries(
  Object.entries(TABLES).map(([table, { properties }]) => [
    table,
    Object.entries(properties).flatMap(([field, schema]) => {
      const format = formatOf(schema as Schema);
      return format === undefined ? [] : [[field, format] as const];
    }),
  ]),
);

/** The first thing that is wrong with a row of a table, or undefined. */
export function rowProblem(table: TableName, row: unknown): string | undefined {
  const wrong = problem(TABLES[table], row, "the row");
  if (wrong !== undefined) return wrong;
  for (const [field, format] of FORMATTED[table] ?? []) {
    const value = (row as Record<string, unknown>)[field];
    const [isRight, wanted] = FORMATS[format] as (typeof FORMATS)[string];
    if (typeof value === "string" && !isRight(value)) return `${field} is not ${wanted}`;
  }
  return undefined;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
const [FIRST_YEAR, LAST_YEAR] = [1970, 2100];

function isTime(text: string): boolean {
  const [year, month, day, hour, minute, second] = (TIME.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  const isHour = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isDay && isHour && year >= FIRST_YEAR && year < LAST_YEAR;
}

const RANGES = /^\{(?:\[\d{1,10},\d{0,10}\)(?:,\[\d{1,10},\d{0,10}\))*)?\}$/;

/** Ascending, and apart from each other; only the last may have no end. */
function areRanges(text: string): boolean {
  if (!RANGES.test(text)) return false;
  let end = -1;
  for (const [, from, until] of text.matchAll(/\[(\d+),(\d*)\)/g)) {
    if (Number(from) <= end || Number(from) > MAX_IMPORTED_ID || Number(until) > MAX_IMPORTED_ID) return false;
    if (until !== "" && Number(until) <= Number(from)) return false;
    end = until === "" ? Number.POSITIVE_INFINITY : Number(until);
  }
  return true;
}
