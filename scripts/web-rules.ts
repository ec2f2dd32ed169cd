import { globSync, readFileSync } from "node:fs";

/** What the browser client does in one place only, or in one way only. `npm run check` enforces these rules. */
interface Rule {
  readonly pattern: RegExp;
  /** What a file has to use where the pattern is in it; without this, nothing makes it right. */
  readonly unless?: RegExp;
  /** Files that may do it, as they are the one place, or because of what they are. */
  readonly allowed: readonly string[];
  readonly advice: string;
}

const RULES: readonly Rule[] = [
  {
    pattern: /\bkey [!=]== "(Enter|Escape)"/,
    unless: /\bisComposing\(/,
    // Menus and the heads of spoilers are no text fields.
    allowed: ["web/ui/menu-host.tsx", "web/feed/content.tsx"],
    advice: "leave keys to the input method while it composes: isComposing in web/ui/composing.ts",
  },
  {
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
  const files = globSync("web/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  return { files: files.length, broken: files.flatMap((file) => brokenIn(file, readFileSync(file, "utf8"))) };
}

/** Which rules the text of a file breaks, in sentences. */
export function brokenIn(file: string, text: string): string[] {
  const code = text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms, "");
  return RULES.filter(
    ({ pattern, unless, allowed }) =>
      pattern.test(code) && !allowed.includes(file) && (unless === undefined || !unless.test(code)),
  ).map(({ advice }) => `${file}: ${advice}`);
}
