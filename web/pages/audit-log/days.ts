/** Days as a field for dates has them, such as 2026-11-19, and their beginnings here, in UNIX seconds. */
export function dateInput(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Undefined for no day, and for one before the times that there are. */
export const startOfDay = (date: string): number | undefined => beginning(date, 0);
export const dayAfter = (date: string): number | undefined => beginning(date, 1);

function beginning(date: string, daysLater: number): number | undefined {
  const [year = NaN, month = NaN, day = NaN] = date.split("-").map(Number);
  const seconds = new Date(year, month - 1, day + daysLater).getTime() / 1000;
  return seconds >= 0 ? seconds : undefined;
}
