const [FIRST, LAST] = [0, 4_102_444_799];

/** The time of an archive that does not say when something was. */
export const UNKNOWN_TIME = new Date(0).toISOString();

/** UNIX seconds, with as many decimals as there are, as ISO 8601; undefined if it is no time between 1970 and 2100. */
export function isoTime(seconds: string | number | undefined): string | undefined {
  const [, whole, decimals = ""] = /^(\d{1,10})(?:\.(\d{1,9})\d*)?$/.exec(String(seconds ?? "")) ?? [];
  if (whole === undefined) return undefined;
  const at = Number(whole);
  if (at < FIRST || at > LAST) return undefined;
  return `${new Date(at * 1000).toISOString().slice(0, -5)}.${decimals.slice(0, 6).padEnd(6, "0")}Z`;
}

export const isoMilliseconds = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0
    ? undefined
    : isoTime((milliseconds / 1000).toFixed(3));
