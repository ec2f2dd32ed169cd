const HOUR = 60;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How many minutes the clocks of a zone are before those of UTC, by the letters that people write after a time. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map(
  (
    "SST-11 HST-10 AKST-9 AKDT-8 PST-8 PDT-7 MST-7 MDT-6 CST-6 CDT-5 EST-5 EDT-4 AST-4 ADT-3 NST-3.5 NDT-2.5 BRT-3 " +
    "ART-3 WET+0 WEST+1 BST+1 WAT+1 CET+1 CEST+2 CAT+2 SAST+2 EET+2 EEST+3 IDT+3 EAT+3 MSK+3 GST+4 PKT+5 IST+5.5 " +
    "NPT+5.75 WIB+7 ICT+7 WITA+8 AWST+8 HKT+8 SGT+8 PHT+8 WIT+9 JST+9 KST+9 ACST+9.5 ACDT+10.5 AEST+10 AEDT+11 " +
    "NZST+12 NZDT+13"
  )
    .split(" ")
    .map((entry) => {
      const [, name = "", hours] = /^([A-Z]+)(.+)$/.exec(entry) ?? [];
      return [name, Number(hours) * HOUR];
    }),
);

/** By the name of the zone. Names that are none are not kept, so that these are some hundreds at most. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  try {
    const clock = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset", year: "numeric" });
    clocks.set(zone, clock);
    return clock;
  } catch {
    return undefined;
  }
}

function minutesAhead(clock: Intl.DateTimeFormat, time: number): number {
  const [, sign, hours = "0", minutes = "0"] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(clock.format(time)) ?? [];
  return (Number(hours) * HOUR + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/**
 * The time in UTC at which the clocks of a zone show a time, which is given as if they showed UTC: the zone is `CET` or
 * `Europe/Berlin`. Nothing if there is no such zone.
 */
export function timeInZone(shown: number, zone: string): number | undefined {
  const minutes = ABBREVIATIONS.get(zone);
  if (minutes !== undefined) return shown - minutes * MINUTE_MS;
  const clock = zone.includes("/") && Math.abs(shown) < DAY_MS * 1e8 ? clockOf(zone) : undefined;
  if (clock === undefined) return undefined;
  // The offset of a moment that is off by the offset itself, and then that of the moment found by it.
  const guess = shown - minutesAhead(clock, shown) * MINUTE_MS;
  return shown - minutesAhead(clock, guess) * MINUTE_MS;
}
