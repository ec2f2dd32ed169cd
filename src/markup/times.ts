import { escapeText } from "./escape.ts";
import type { Line } from "./line.ts";
import { holdsMark, stash } from "./stash.ts";

const TIME = /<time:([^<>\n]+)>/g;

/** A moment that every client shows in its own time zone. */
export function renderTimes(text: string, line: Line): string {
  return text.replace(TIME, (whole, written: string) => {
    if (holdsMark(written)) return whole;
    const time = timeOf(written);
    const html =
      time === undefined
        ? `<span class="timestamp-error">Invalid time format: ${escapeText(written)}</span>`
        : `<time datetime="${time}">${escapeText(written)}</time>`;
    return stash(line.stash, html);
  });
}

const SECONDS = /^\d{1,12}(?:\.\d+)?$/;
const ISO =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?)? *(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;
/** What dates in words are made of. The language's own parser takes nearly anything, so it gets nothing else. */
const WORD =
  /^(?:\d{1,4}|[+-]\d{4}|am|pm|\d{1,2}(?:am|pm|st|nd|rd|th)|utc|gmt|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,7})$/i;
const HAS_ZONE = /(?:utc|gmt|[+-]\d{4})$/i;
const LONGEST = 60;

/** ISO 8601 in UTC; without a zone it is UTC. */
function timeOf(written: string): string | undefined {
  const text = written.trim();
  if (text.length > LONGEST) return undefined;
  const time = SECONDS.test(text) ? Number(text) * 1000 : (isoTime(text) ?? timeInWords(text));
  if (time === undefined || Number.isNaN(new Date(time).getTime())) return undefined;
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

function isoTime(text: string): number | undefined {
  const [whole, year, month, day, hours = "0", minutes = "00", seconds = "00", zone = "Z"] = ISO.exec(text) ?? [];
  if (whole === undefined || month === undefined || day === undefined) return undefined;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return Date.parse(`${date}T${hours.padStart(2, "0")}:${minutes}:${seconds}${offset}`);
}

function timeInWords(text: string): number | undefined {
  const words = text.split(/[\s,:/]+/).filter((word) => word !== "");
  if (words.length < 2 || !words.every((word) => WORD.test(word))) return undefined;
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1").replace(/(\d)([ap]m)\b/gi, "$1 $2");
  return Date.parse(HAS_ZONE.test(plain) ? plain : `${plain} UTC`);
}
