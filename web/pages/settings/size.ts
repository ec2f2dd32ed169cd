import { locale } from "../../language/text.ts";
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes as people read it: `1.4 MB`. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return value.toLocaleString(locale(), {
    style: "unit",
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  });
}
