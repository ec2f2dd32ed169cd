import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Generates the table of emoji names: `node scripts/emoji-names.ts path/to/emoji-datasource path/to/emojibase-data`, the
 * folders of those packages. The names in emoji-names.txt, which are those that clients of this API use today, go before
 * all others; then come the names that they used before, those of Unicode's own data, and those that other programs have
 * for the same emoji. A name that an earlier table had must stay known: people have typed it into drafts and scripts.
 */

interface Emoji {
  readonly category: string;
  readonly unified: string;
  readonly short_names: readonly string[];
}

const OUTPUT = join(import.meta.dirname, "../src/markup/inline/emoji-data.json");

/** Lower case, without the variation selector for colour. */
const codeOf = ({ unified }: Pick<Emoji, "unified">): string =>
  unified
    .toLowerCase()
    .split("-")
    .filter((point) => point !== "fe0f")
    .join("-");

function namesIn(file: string): Map<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8")
    .trim()
    .split("\n");
  return new Map(
    lines.map((line) => {
      const [code = "", ...names] = line.split(" ");
      return [code, names];
    }),
  );
}

/**
 * The other lists have a flag for every pair of letters, so that an Ethernet address would be full of flags, and take
 * plain words such as "party", which organizations want for emoji of their own.
 */
const SHORTCODES = ["cldr", "github"] as const;

const plainCode = (hexcode: string): string => codeOf({ unified: hexcode });

/** Code to the names that one of the lists of emojibase has for it. */
function shortcodes(folder: string, list: (typeof SHORTCODES)[number]): Map<string, string[]> {
  const text = readFileSync(join(folder, "en/shortcodes", `${list}.json`), "utf8");
  const entries = Object.entries(JSON.parse(text) as Record<string, string | string[]>);
  return new Map(entries.map(([hexcode, names]) => [plainCode(hexcode), [names].flat()]));
}

type Names = ReadonlyMap<string, readonly string[]>;

/** Code to its names in one text, the canonical one first. A name that several lists give to different emoji stays with the first. */
function table(codes: readonly string[], lists: readonly Names[]): Record<string, string> {
  const owner = new Map<string, string>();
  for (const list of lists) {
    for (const code of codes) for (const name of list.get(code) ?? []) if (!owner.has(name)) owner.set(name, code);
  }
  const rows = codes.map((code) => {
    const names = lists.flatMap((list) => list.get(code) ?? []).filter((name) => owner.get(name) === code);
    if (names.length === 0) throw new Error(`all names of ${code} are those of others`);
    return [code, [...new Set(names)].join(" ")] as const;
  });
  return Object.fromEntries(rows);
}

const [datasource, emojibase] = process.argv.slice(2);
if (datasource === undefined || emojibase === undefined) throw new Error("the folders of two packages are missing");
const all = JSON.parse(readFileSync(join(datasource, "emoji.json"), "utf8")) as Emoji[];
// Skin tones are parts of emoji and no emoji themselves.
const whole = all.filter(({ category }) => category !== "Component");
const short = new Map(
  whole.map((emoji) => [codeOf(emoji), emoji.short_names.flatMap((name) => [name.replaceAll("-", "_"), name])]),
);
const [unicode, ...others] = SHORTCODES.map((list) => shortcodes(emojibase, list));
const written = table(whole.map(codeOf), [
  namesIn("emoji-names.txt"),
  namesIn("emoji-former-names.txt"),
  unicode as Names,
  short,
  ...others,
]);
writeFileSync(OUTPUT, `${JSON.stringify(written, null, 2)}\n`);
