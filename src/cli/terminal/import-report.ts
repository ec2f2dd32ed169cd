import type { CheckedArchive } from "#domains/imports/check/check-archive.ts";
import type { LeftOut } from "#domains/imports/reader.ts";
import { TABLE_NAMES } from "#domains/imports/staging/table-rows.ts";

const number = (count: number): string => count.toLocaleString("en").padStart(12);

/** What is in an archive, table by table, and what does not come along as it is. */
export function reportLines({ archive, organization }: CheckedArchive, notes: LeftOut): string[] {
  const tables = TABLE_NAMES.filter((name) => archive.counts[name] > 0 && name !== "organization");
  const left = [...notes].filter(([, count]) => count > 0);
  return [
    `Organization  ${organization.name}`,
    ...tables.map((name) => `${number(archive.counts[name])}  ${name.replaceAll("_", " ")}`),
    ...(left.length > 0 ? ["Left out or changed:"] : []),
    ...left.map(([what, count]) => `${number(count)}  ${what}`),
  ];
}
