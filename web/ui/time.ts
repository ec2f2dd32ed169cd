import { computed } from "@preact/signals";
import { locale, t } from "../language/text.ts";
import { setting } from "../store.ts";

/** Dates and times as the user reads them. The user's language decides the words, their setting the clock. */
export const hour12 = computed(() => !setting("twenty_four_hour_time", true));

const clock = computed(
  () => new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit", hour12: hour12.value }),
);
const full = computed(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeStyle: "short", hour12: hour12.value }),
);
const DAY = { weekday: "long", day: "numeric", month: "long" } as const;
const day = computed(() => new Intl.DateTimeFormat(locale(), DAY));
const dayOfYear = computed(() => new Intl.DateTimeFormat(locale(), { ...DAY, year: "numeric" }));

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

export const clockTime = (seconds: number): string => clock.value.format(dateOf(seconds));
export const fullTime = (seconds: number): string => full.value.format(dateOf(seconds));

/** Equal for times of one day here. */
export const dayKey = (seconds: number): string => dateOf(seconds).toDateString();

export function dayName(seconds: number, now = new Date()): string {
  const date = dateOf(seconds);
  if (date.toDateString() === now.toDateString()) return t("Today");
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return t("Yesterday");
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).value.format(date);
}
