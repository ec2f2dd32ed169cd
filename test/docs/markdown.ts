import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

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

/** The pages of a folder and of the folders in it. */
export const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(ROOT, folder, name));

/** A page's text without code, whose brackets are no links. */
export const proseOf = (page: string): string =>
  readFileSync(page, "utf8")
    .replace(/^( *)```.*?^\1```$/gms, "")
    .replace(/`[^`\n]*`/g, "");

interface Link {
  /** As it is written. */
  readonly target: string;
  readonly file: string;
  readonly anchor: string | undefined;
}

/** The links and pictures of a page that lead to files of this repository. */
export function linksOf(page: string): Link[] {
  const text = proseOf(page);
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return written
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#", 2);
      return { target, file: path === "" ? page : join(dirname(page), path), anchor };
    });
}

/** The names by which the headings of a page can be linked to, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const text = readFileSync(page, "utf8").replace(/^( *)```.*?^\1```$/gms, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
