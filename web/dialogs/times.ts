import { locale, t } from "../language/text.ts";
export interface Preset {
  readonly name: string;
  /** UNIX seconds. */
  readonly time: number;
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

function atNine(now: Date, days: number): Date {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(9, 0, 0, 0);
  return date;
}

/** Times at which people want to be reminded, or a message to be sent, in the device's own time zone. */
export function presetsAt(now: Date): readonly Preset[] {
  const monday = atNine(now, ((8 - now.getDay()) % 7) + (now.getDay() === 1 ? 7 : 0));
  const evening = new Date(now);
  evening.setHours(18, 0, 0, 0);
  return [
    { name: t("In 20 minutes"), time: seconds(now) + 1200 },
    { name: t("In an hour"), time: soonAt(now) },
    { name: t("In three hours"), time: seconds(now) + 3 * 3600 },
    ...(now.getHours() < 16 ? [{ name: t("This evening"), time: seconds(evening) }] : []),
    { name: t("Tomorrow morning"), time: seconds(atNine(now, 1)) },
    ...(now.getDay() === 0 ? [] : [{ name: t("Monday morning"), time: seconds(monday) }]),
  ];
}

/** What is offered first: in an hour. */
export const soonAt = (now: Date): number => seconds(now) + 3600;

/** The form of a field for date and time, in local time. */
export function fieldValue(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time as it is here, with what the clock here differs from UTC: `2026-11-20T09:00:00+01:00`. */
export function withZone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const distance = `${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${fieldValue(date)}:00${minutes < 0 ? "-" : "+"}${distance}`;
}

/** `4 minutes`, for what is left of a limit. */
export function timeLeft(secondsLeft: number): string {
  const units = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [size, unit] = units.find(([length]) => secondsLeft >= length) ?? units[3];
  const count = Math.max(0, Math.floor(secondsLeft / size));
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
