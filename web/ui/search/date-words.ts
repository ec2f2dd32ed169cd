import { locale, t } from "../../language/text.ts";
import { dayAfter, type Days, daysOfNumbers } from "../../narrow/dates.ts";

const isoOf = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** Words for days, in the user's language and in English. */
const WORDS = {
  today: t("today"),
  yesterday: t("yesterday"),
  "this week": t("this week"),
  "last week": t("last week"),
  "this month": t("this month"),
  "last month": t("last month"),
  "this year": t("this year"),
  "last year": t("last year"),
} as const;
type DayWord = keyof typeof WORDS;

/** What can be offered while a date is typed. */
export const dateWords = (): readonly string[] => [...Object.values(WORDS), ...weekdays()];

const weekdays = (): readonly string[] =>
  Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(locale(), { weekday: "long" }).format(new Date(2026, 1, 1 + index)).toLowerCase(),
  );
const ENGLISH_WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The operand for what somebody typed; undefined where it is no date. */
export function dateOperand(text: string, now = new Date()): string | undefined {
  const days = daysOf(
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+(?=\D)/g, " "),
    dayAfter(now, 0),
  );
  if (days === undefined) return undefined;
  const [first, last] = [isoOf(days.first), isoOf(days.last)];
  return first === last ? first : `${first}..${last}`;
}

function daysOf(text: string, today: Date): Days | undefined {
  const word = (Object.keys(WORDS) as DayWord[]).find(
    (candidate) => candidate === text || WORDS[candidate].toLowerCase() === text,
  );
  if (word !== undefined) return daysOfWord(word, today);
  const weekday = [weekdays(), ENGLISH_WEEKDAYS].map((names) => names.indexOf(text)).find((index) => index >= 0);
  if (weekday !== undefined) {
    // The last one that is over.
    const day = dayAfter(today, -((today.getDay() - weekday + 6) % 7) - 1);
    return { first: day, last: day };
  }
  return daysOfNumbers(text);
}

function daysOfWord(word: DayWord, today: Date): Days {
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const monday = dayAfter(today, -((today.getDay() + 6) % 7));
  const spans: Readonly<Record<DayWord, Days>> = {
    today: { first: today, last: today },
    yesterday: { first: dayAfter(today, -1), last: dayAfter(today, -1) },
    "this week": { first: monday, last: dayAfter(monday, 6) },
    "last week": { first: dayAfter(monday, -7), last: dayAfter(monday, -1) },
    "this month": { first: new Date(year, month, 1), last: new Date(year, month + 1, 0) },
    "last month": { first: new Date(year, month - 1, 1), last: new Date(year, month, 0) },
    "this year": { first: new Date(year, 0, 1), last: new Date(year, 11, 31) },
    "last year": { first: new Date(year - 1, 0, 1), last: new Date(year - 1, 11, 31) },
  };
  return spans[word];
}

/** Days as people read them. */
export function dateText(operand: string): string {
  const days = daysOfNumbers(operand);
  if (days === undefined) return operand;
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", year: "numeric" }).formatRange(
    days.first,
    days.last,
  );
}
