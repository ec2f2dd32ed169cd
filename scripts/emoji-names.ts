import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Generates the table of emoji names from `emoji.json` of the package emoji-datasource, named by the argument, and from
 * emoji-names.txt, which takes precedence: `node scripts/emoji-names.ts path/to/emoji.json`.
 */

interface Emoji {
  readonly category: string;
  readonly unified: string;
  readonly short_names: readonly string[];
}

const OUTPUT = join(import.meta.dirname, "../src/markup/inline/emoji-data.json");

/** Lower case, without the variation selector for colour. */
const codeOf = ({ unified }: Emoji): string =>
  unified
    .toLowerCase()
    .split("-")
    .filter((point) => point !== "fe0f")
    .join("-");

function ownNames(): Map<string, string[]> {
  const lines = readFileSync(join(import.meta.dirname, "emoji-names.txt"), "utf8")
    .trim()
    .split("\n");
  return new Map(
    lines.map((line) => {
      const [code = "", ...names] = line.split(" ");
      return [code, names];
    }),
  );
}

/** Code to its names in one text, the canonical one first. */
function table(emoji: readonly Emoji[]): Record<string, string> {
  const own = ownNames();
  const taken = new Set([...own.values()].flat());
  // Skin tones are parts of emoji and no emoji themselves.
  const whole = emoji.filter(({ category }) => category !== "Component");
  const rows = whole.map((one) => {
    const code = codeOf(one);
    const names = one.short_names
      .flatMap((name) => [name.replaceAll("-", "_"), name])
      .filter((name, at, all) => !taken.has(name) && all.indexOf(name) === at);
    const known = [...(own.get(code) ?? []), ...names];
    // All of its names are taken by other emoji.
    const all = known.length > 0 ? known : [`${one.short_names[0]}_2`];
    for (const name of all) taken.add(name);
    return [code, all.join(" ")] as const;
  });
  return Object.fromEntries(rows);
}

const [input] = process.argv.slice(2);
if (input === undefined) throw new Error("emoji.json is missing");
const names = table(JSON.parse(readFileSync(input, "utf8")) as Emoji[]);
writeFileSync(OUTPUT, `${JSON.stringify(names, null, 2)}\n`);
