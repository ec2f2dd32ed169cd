import { escapeText } from "../escape.ts";
import type { Line } from "../line.ts";
import { holdsMark, stash } from "../stash.ts";
import { timeInZone } from "./time-zones.ts";

/** Bounded, because otherwise each beginning of one would look through all that is after it. */
const TIME = /<time:([^>\n]{1,200})>/g;

/** A moment that every client shows in its own time zone. */
export function renderTimes(text: string, line: Line): string {
  return text.replace(TIME, (whole, typed: string) => {
    if (holdsMark(typed)) return whole;
    const time = timeOf(typed);
    const html =
      time === undefined
        ? `<span class="timestamp-error">Invalid time format: ${escapeText(typed)}</span>`
        : `<time datetime="${time}">${escapeText(typed)}</time>`;
    return stash(line.stash, html);
  });
}

const SECONDS = /^\d{1,12}(?:\.\d+)?$/;
const ZONE = /(?:(?:\s+|(?<=\d\d:\d\d|T\d\d(?:\d\d){0,2}))(?:UTC|GMT)?([+-]\d\d):?(\d\d)?|\s*(?:Z|UTC|GMT))$/i;
const DATE = /^(\d{4})(?:[-/](\d\d?)[-/](\d\d?)|(\d\d)(\d\d))(?:[T ]+(\S.*))?$/i;
const CLOCK = /^(\d\d?)(?::?(\d\d)(?::?(\d\d))?)? *([ap]m)?$/i;
/** The words of which dates may consist. JavaScript's own parser accepts nearly anything, so it gets nothing else. */
const WORD =
  /^(?:\d{1,4}|am|pm|\d{1,2}(?:am|pm|st|nd|rd|th)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,7})$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MAX_LENGTH = 60;
const MINUTE = 60_000;
const NAMED_ZONE = /\s+([A-Z]{2,5}|[A-Za-z_]+(?:\/[\w+-]+){1,2})$/;
/** No clocks are further from those of UTC. */
const FARTHEST_MINUTES = 14 * 60;

/** ISO 8601 in UTC; a time without a zone is UTC. */
function timeOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text.length > MAX_LENGTH) return undefined;
  const time = SECONDS.test(text) ? Number(text) * 1000 : readTime(text);
  if (time === undefined || Number.isNaN(new Date(time).getTime())) return undefined;
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

function readTime(text: string): number | undefined {
  const whole = text.replace(/(:\d\d)\.\d+/, "$1");
  const [named, name] = NAMED_ZONE.exec(whole) ?? [];
  if (named !== undefined && name !== undefined && !/^(?:UTC|GMT|AM|PM)$/.test(name)) {
    const shown = readLocal(whole.slice(0, -named.length));
    const inZone = shown === undefined ? undefined : timeInZone(shown, name);
    if (inZone !== undefined) return inZone;
  }
  const [zone = "", hours = "0", minutes = "0"] = ZONE.exec(whole) ?? [];
  const local = whole.slice(0, whole.length - zone.length).trimEnd();
  const time = readLocal(local);
  const east = Math.abs(Number(hours)) * 60 + Number(minutes);
  if (time === undefined || Number(minutes) > 59 || east > FARTHEST_MINUTES) return undefined;
  return zone.includes("-") ? time + east * MINUTE : time - east * MINUTE;
}

const readLocal = (text: string): number | undefined => timeInNumbers(text) ?? timeInWords(text);

function timeInNumbers(text: string): number | undefined {
  const [whole, year, month, day, plainMonth, plainDay, clock = "0"] = DATE.exec(text) ?? [];
  const seconds = whole === undefined ? undefined : clockSeconds(clock);
  if (seconds === undefined) return undefined;
  const [months, days] = [Number(month ?? plainMonth), Number(day ?? plainDay)];
  const date = new Date(Date.UTC(Number(year), months - 1, days));
  const isReal =
    date.getUTCFullYear() === Number(year) && date.getUTCMonth() === months - 1 && date.getUTCDate() === days;
  return isReal ? date.getTime() + seconds * 1000 : undefined;
}

function clockSeconds(text: string): number | undefined {
  const [whole, hour, minutes = "0", seconds = "0", half] = CLOCK.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const isReal =
    hours < 24 && Number(minutes) < 60 && Number(seconds) < 60 && (half === undefined || Number(hour) < 13);
  return isReal ? (hours * 60 + Number(minutes)) * 60 + Number(seconds) : undefined;
}

function timeInWords(text: string): number | undefined {
  const words = text.split(/[\s,:/]+/).filter((word) => word !== "");
  if (words.length < 2 || !words.every((word) => WORD.test(word))) return undefined;
  const plain = text
    .replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1")
    .replace(/(?<![:\d])(\d{1,2}) ?([ap]m)\b/gi, "$1:00 $2")
    .replace(/(\d)([ap]m)\b/gi, "$1 $2");
  const time = Date.parse(`${plain} UTC`);
  // JavaScript would turn the 30th of February into the 1st of March.
  const months = words.map((word) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1 || Number.parseInt(word));
  return months.includes(new Date(time).getUTCMonth() + 1) ? time : undefined;
}
