import { computed } from "@preact/signals";
import { setting } from "../store.ts";

/** Dates and times as the user reads them. The browser's language decides the words, the user's setting the clock. */
const hour12 = computed(() => !setting("twenty_four_hour_time", true));

const clock = computed(
  () => new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: hour12.value }),
);
const full = computed(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short", hour12: hour12.value }),
);
const day = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const dayOfYear = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

export const clockTime = (seconds: number): string => clock.value.format(dateOf(seconds));
export const fullTime = (seconds: number): string => full.value.format(dateOf(seconds));

/** Equal for times of one day here. */
export const dayKey = (seconds: number): string => dateOf(seconds).toDateString();

export function dayName(seconds: number, now = new Date()): string {
  const date = dateOf(seconds);
  if (date.toDateString() === now.toDateString()) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date);
}
