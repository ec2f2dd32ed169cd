import { computed } from "@preact/signals";
import { locale } from "../../language/text.ts";
import { clockTime } from "../../ui/time.ts";

const DATE = { day: "numeric", month: "short" } as const;
const shortDate = computed(() => new Intl.DateTimeFormat(locale(), DATE));
const shortDateOfYear = computed(() => new Intl.DateTimeFormat(locale(), { ...DATE, year: "numeric" }));

/** As short as it can be said in a list: the time of today, else the day. */
export function shortTime(seconds: number, now = new Date()): string {
  const date = new Date(seconds * 1000);
  if (date.toDateString() === now.toDateString()) return clockTime(seconds);
  return (date.getFullYear() === now.getFullYear() ? shortDate : shortDateOfYear).value.format(date);
}
