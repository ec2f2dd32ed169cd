import { tn } from "../language/text.ts";

const DAY = 86_400;

/** A time in its largest unit that divides it. */
export function duration(seconds: number): string {
  if (seconds % DAY === 0) return tn(seconds / DAY, "{count} day", "{count} days");
  if (seconds % 3600 === 0) return tn(seconds / 3600, "{count} hour", "{count} hours");
  if (seconds % 60 === 0) return tn(seconds / 60, "{count} minute", "{count} minutes");
  return tn(seconds, "{count} second", "{count} seconds");
}
