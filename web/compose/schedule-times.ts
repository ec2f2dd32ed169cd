export interface ScheduleTime {
  readonly day: string;
  readonly time: Date;
}

/** A message for a time sooner than this could as well be sent at once. */
const SOONEST_MS = 60 * 60 * 1000;

const atHour = (day: Date, daysLater: number, hour: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, hour);

/** Times that people send messages at, as seen from now in their own zone. */
export function scheduleTimes(now: Date): ScheduleTime[] {
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const all: ScheduleTime[] = [
    { day: "Today", time: atHour(now, 0, 13) },
    { day: "Today", time: atHour(now, 0, 16) },
    { day: "Tomorrow", time: atHour(now, 1, 9) },
    ...(daysToMonday > 1 ? [{ day: "Monday", time: atHour(now, daysToMonday, 9) }] : []),
  ];
  return all.filter(({ time }) => time.getTime() - now.getTime() >= SOONEST_MS);
}
