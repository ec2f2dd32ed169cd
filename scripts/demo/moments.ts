import type { Random } from "./random.ts";

/** When people write: on working days mostly, with a dip at noon. All times are UNIX milliseconds. */
export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How busy each hour is, from 6 to 20 o'clock UTC. */
const BUSY_HOURS = [1, 4, 9, 10, 10, 7, 5, 9, 10, 9, 7, 4, 2, 1];
const FIRST_HOUR = 6;

export const midnightOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

export function isWorkday(at: number): boolean {
  const weekday = new Date(at).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The days of a period, of which those at weekends are rare. */
export function daysBetween(random: Random, from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = midnightOf(from); day <= to; day += DAY_MS) if (isWorkday(day) || random.isLucky(0.1)) days.push(day);
  return days.length === 0 ? [midnightOf(to)] : days;
}

export function momentOf(random: Random, day: number): number {
  const hours = BUSY_HOURS.map((busy, index) => ({ busy, hour: FIRST_HOUR + index }));
  const { hour } = random.weighted(hours, ({ busy }) => busy);
  return day + hour * HOUR_MS + random.integer(0, HOUR_MS - 1);
}

/** When a person answers: mostly at once, sometimes after a meeting, now and then on the next working day. */
export function answerAfter(random: Random, at: number): number {
  if (random.isLucky(0.72)) return at + random.integer(20_000, 7 * MINUTE_MS);
  if (random.isLucky(0.87)) return at + random.integer(8 * MINUTE_MS, 100 * MINUTE_MS);
  let day = midnightOf(at) + DAY_MS;
  while (!isWorkday(day)) day += DAY_MS;
  return day + random.integer(7 * HOUR_MS, 10 * HOUR_MS);
}
