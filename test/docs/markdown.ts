import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of the README and of all pages in docs/. */
export function fencedBlocks(): Block[] {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...pages.map((name) => `docs/${name}`)].flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/^( *)```(\w+)\n(.*?)\n\1```$/gms)].map(([, indent = "", language = "", body = ""]) => ({
      file,
      language,
      text: body.replace(new RegExp(`^${indent}`, "gm"), ""),
    }));
  });
}

/** The only block of a language. */
export function blockOf(language: string): string {
  const found = fencedBlocks().filter((block) => block.language === language);
  if (found.length !== 1) throw new Error(`there are ${found.length} blocks of ${language}`);
  return found[0]?.text ?? "";
}

export interface DocumentedCommand {
  readonly file: string;
  readonly command: string;
}

/** The commands of all shell blocks, without comments. In a block with prompts everything else is output. */
export function documentedCommands(): DocumentedCommand[] {
  return fencedBlocks()
    .filter(({ language }) => ["console", "sh", "bash", "shell"].includes(language))
    .flatMap(({ file, text }) => {
      const lines = text.split("\n");
      const prompted = lines.filter((line) => line.startsWith("$ "));
      return (prompted.length > 0 ? prompted.map((line) => line.slice(2)) : lines)
        .map((line) => line.replace(/(?:^|\s+)# .*$/, "").trim())
        .filter((line) => line !== "")
        .map((command) => ({ file, command }));
    });
}
