const WEEK_DAYS = 7;
/** Older messages do not count. */
export const COUNTED_DAYS = 28;
const DAY_SECONDS = 86_400;

/**
 * The average number of messages in a week, rounded to two digits; null for a channel that is younger than a week.
 */
export function weeklyTraffic(createdAt: number, now: number, messages: number): number | null {
  const age = Math.floor((now - createdAt) / DAY_SECONDS);
  if (age < WEEK_DAYS) return null;
  const days = Math.min(age, COUNTED_DAYS);
  const average = Math.floor((messages * WEEK_DAYS) / days);
  return messages > 0 ? roughly(Math.max(average, 1)) : 0;
}

function roughly(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.round(count / unit) * unit;
}
