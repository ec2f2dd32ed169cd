import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** The program in the README, unchanged. */
export function readmeSnippet(): string {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const snippet = /```ts\n(import [^`]*parley\/client[^]*?)```/.exec(readme)?.[1];
  if (snippet === undefined) throw new Error("the README shows no program");
  return snippet;
}

/** Replaces example values of the README, each of which must occur. */
export function withReplaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`the README's program does not hold ${from}`);
    return replaced.replaceAll(from, to);
  }, text);
}
