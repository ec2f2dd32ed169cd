import { globSync, readFileSync } from "node:fs";

/** What the browser client does in one place only, or in one way only. `npm run check` enforces these rules. */
interface Rule {
  /** The files that it is about, by path. */
  readonly files: RegExp;
  readonly pattern: RegExp;
  /** What a file has to use where the pattern is in it; without this, nothing makes it right. */
  readonly unless?: RegExp;
  /** Files that may do it, as they are the one place, or because of what they are. */
  readonly allowed: readonly string[];
  readonly advice: string;
}

/** Colours by their numbers or by a function of numbers; a name of CSS only where a colour is set. */
const NUMBERS = String.raw`\b(?:rgb|hsl)a?\(|\b(?:hwb|lab|lch|oklab|oklch|color)\(`;
const NAMES =
  "black|white|gray|grey|silver|red|maroon|orange|gold|yellow|olive|lime|green|teal|aqua|cyan|navy|blue|purple|violet|" +
  "indigo|fuchsia|magenta|pink|brown|beige|tomato|crimson|coral|salmon|khaki|orchid|plum|tan|ivory|lavender|turquoise";

/** Numbers in other schemes than that of the tokens would stay as they are where the scheme or the contrast is another. */
const COLOR_ADVICE = "colours are in web/style/tokens.css: use var(--…)";

const RULES: readonly Rule[] = [
  {
    files: /\.css$/,
    pattern: new RegExp(
      String.raw`:[^;{}]*(?:#[\da-f]{3,8}\b|${NUMBERS}|(?<![\w-])(?:${NAMES})(?![\w-]))[^;{}]*[;}]`,
      "i",
    ),
    allowed: ["web/style/tokens.css"],
    advice: COLOR_ADVICE,
  },
  {
    files: /\.tsx?$/,
    // `#feed` is an address.
    pattern: new RegExp(
      String.raw`["'\x60](?!#feed\b)#[\da-f]{3,8}["'\x60]|${NUMBERS}|:\s*#[\da-f]{3,8}\b|` +
        String.raw`\b(?:color|background\w*|fill\w*|stroke\w*|border\w*|outline\w*)\s*[:=]\s*["'](?:${NAMES})["']`,
      "i",
    ),
    // The colours of channels are what users choose and the server stores; an exported page has its own style.
    allowed: ["web/dialogs/channel-colors.ts", "web/dialogs/export/document.ts"],
    advice: COLOR_ADVICE,
  },
  {
    files: /\.tsx?$/,
    pattern: /\bkey [!=]== "(Enter|Escape)"/,
    unless: /\bisComposing\(/,
    // Menus and the heads of spoilers are no text fields.
    allowed: ["web/ui/menu-host.tsx", "web/feed/content.tsx"],
    advice: "leave keys to the input method while it composes: isComposing in web/ui/composing.ts",
  },
  {
    files: /\.tsx?$/,
    // Also one whose function returns nothing that anybody reads.
    pattern:
      /\.catch\(\s*(?:async\s*)?\(?\w*\)?\s*=>\s*(?:\{\s*\}|undefined|null|void 0)\s*,?\s*\)|\bcatch\s*(?:\(\w+\)\s*)?\{\s*\}/,
    // The service worker imports nothing from the page.
    allowed: ["web/link/background.ts", "web/push/kept-files.ts"],
    advice:
      "say what failed to those who did it (attempt, optimistically), or name what runs unasked: inBackground in web/link/background.ts",
  },
];

export function checkWeb(): { files: number; broken: string[] } {
  const files = globSync("web/**/*.{ts,tsx,css}").filter((file) => !file.endsWith(".test.ts"));
  return { files: files.length, broken: files.flatMap((file) => brokenIn(file, readFileSync(file, "utf8"))) };
}

/** Which rules the text of a file breaks, in sentences. */
export function brokenIn(file: string, text: string): string[] {
  const code = text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms, "");
  return RULES.filter(
    ({ files, pattern, unless, allowed }) =>
      files.test(file) && pattern.test(code) && !allowed.includes(file) && (unless === undefined || !unless.test(code)),
  ).map(({ advice }) => `${file}: ${advice}`);
}
