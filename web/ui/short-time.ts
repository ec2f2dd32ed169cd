import { computed } from "@preact/signals";
import { locale, t } from "../language/text.ts";
import { clockTime, dayKey } from "./time.ts";

const DATE = { day: "numeric", month: "short" } as const;
const shortDate = computed(() => new Intl.DateTimeFormat(locale(), DATE));
const shortDateOfYear = computed(() => new Intl.DateTimeFormat(locale(), { ...DATE, year: "numeric" }));

const DAY_SECONDS = 86_400;

function dateText(seconds: number, now: Date): string {
  const date = new Date(seconds * 1000);
  return (date.getFullYear() === now.getFullYear() ? shortDate : shortDateOfYear).value.format(date);
}

/** As short as it can be said in a list: the time of today, else the day. */
export function shortTime(seconds: number, now = new Date()): string {
  return dayKey(seconds) === now.toDateString() ? clockTime(seconds) : dateText(seconds, now);
}

/** A day and a time: "Today 16:14", "Nov 18, 09:30". */
export function shortMoment(seconds: number, now = new Date()): string {
  const daysBefore = (days: number) => dayKey(now.getTime() / 1000 - days * DAY_SECONDS);
  const time = clockTime(seconds);
  switch (dayKey(seconds)) {
    case daysBefore(0):
      return `${t("Today")} ${time}`;
    case daysBefore(1):
      return `${t("Yesterday")} ${time}`;
    case daysBefore(-1):
      return `${t("Tomorrow")} ${time}`;
    default:
      return `${dateText(seconds, now)}, ${time}`;
  }
}
