import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** Which names may not be used. `npm run check` enforces these rules. */

/**
 * Words that were replaced by plainer ones, each with the plain one. No identifier, file name or name in the
 * documentation may contain them; sentences in comments, texts and titles are not searched.
 */
const RETIRED: Readonly<Record<string, string>> = {
  doorway: "fast path",
  foreknowledge: "head cache",
  "ahead-of-the-lock": "optimistic commit",
  foresee: "preview",
  farewell: "deactivation mail",
  whisper: "ephemeral event",
  whispers: "ephemeral events",
  patience: "timeout",
  nap: "sleep",
  bell: "wake signal",
  catalogue: "event kinds",
  liveliness: "channel activity",
  "born-flags": "initial flags",
  "loose-ranges": "ranges",
  acquaintance: "viewer",
  acquaintances: "viewers",
  "by-node": "without the fast path",
  "bare-answer": "raw JSON",
  "last-poll": "repeated poll",
  "in-turn": "serial queue",
  "take-held": "take received",
};

/** How the names of limits began. */
const RETIRED_LIMIT = /^(?:MOST|LONGEST|LARGEST)(?:_|$)/;

/** Types are named after what they are: Input, Options, Event. */
const RETIRED_TYPES = new Set(["Wish", "Wishes", "Given", "Told", "Said", "Held"]);

/** Ordinary words that say nothing as the name of a file. */
const RETIRED_FILES = new Set(
  "written plain knowledge waiting put ahead rows live door guard found horizon meanwhile held attention tend tell compiled".split(
    " ",
  ),
);

const FILES = ["src/**/*.{ts,sql}", "web/**/*.{ts,tsx}", "test/**/*.ts", "bench/**/*.{ts,md}", "docs/**/*.md"];

/** In the browser client, where a bell is a picture, words are free. */
const HAS_FREE_WORDS = /^web\//;

export function checkNames(): { files: number; broken: string[] } {
  const files = globSync(FILES);
  const broken = files.flatMap(retiredIn);
  return { files: files.length, broken: [...broken, ...repeatedExports()] };
}

function retiredIn(file: string): string[] {
  const name = basename(file).replace(/(\.test)?\.\w+$/, "");
  const isFree = HAS_FREE_WORDS.test(file);
  const broken = !isFree && RETIRED_FILES.has(name) ? [`${file}: say in the file's name what is in it`] : [];
  const names = new Set([name, ...namesIn(file)]);
  for (const name of names) {
    if (RETIRED_TYPES.has(name)) broken.push(`${file}: ${name} is a retired type name`);
    if (RETIRED_LIMIT.test(name)) broken.push(`${file}: ${name} is a limit, whose name begins with MAX_`);
    if (isFree) continue;
    const words = `-${name
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, "-")
      .replaceAll("_", "-")
      .toLowerCase()}-`;
    for (const [retired, plain] of Object.entries(RETIRED)) {
      if (words.includes(`-${retired}-`)) broken.push(`${file}: ${name} is a retired name, say ${plain}`);
    }
  }
  return broken;
}

/** The identifiers of code; in Markdown, what is marked as code or linked to. */
function namesIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".md")) {
    const marked = [...text.matchAll(/`[^`\n]+`|\]\([^)\s]+\)/g)].map(([code]) => code);
    return marked.flatMap((code) => code.match(/[\w-]+/g) ?? []);
  }
  const code = text
    .replace(/\/\*.*?\*\/|(?<=^|\s)(?:\/\/|--\s)[^\n]*/gms, " ")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, " ");
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** What several files export under one name: a reader who meets the name must not have to find out which of them it is. */
function repeatedExports(): string[] {
  const filesOf = new Map<string, Set<string>>();
  for (const file of globSync("src/**/*.ts").filter((file) => !/\.test\.ts$|\/test-support\.ts$/.test(file))) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(EXPORT)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
    }
  }
  return [...filesOf]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `several exports are called ${name}: ${[...files].join(", ")}`);
}

const EXPORT = /^export (?:async )?(?:type|interface|class|const|function\*?) (\w+)/gm;
