import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

/** Which part of the house may use which. A domain may use those before it, never those behind it. */
const DOMAINS = [
  "realm",
  "users",
  "topics",
  "posting",
  "groups",
  "channels",
  "accounts",
  "organization",
  "profiles",
  "bots",
  "linkifiers",
  "emoji",
  "uploads",
  "search",
  "messages",
  "flags",
  "drafts",
  "revisions",
  "presence",
  "reactions",
  "widgets",
  "typing",
  "scheduled",
  "reminders",
  "webhooks",
  "embeds",
  "notifications",
  "settings",
  "status",
  "alerts",
  "muting",
  "snippets",
  "navigation",
  "onboarding",
  "register",
];
/** The mechanisms know no domain. */
const MECHANISMS = ["api", "db", "live", "log", "model", "platform", "markup", "config", "outbound", "jobs"];

interface Import {
  readonly from: string;
  readonly to: string;
}

type Rule = readonly [sentence: string, isBroken: (one: Import) => boolean];

const area = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? "";
const isIn = (file: string, folder: string): boolean => file.startsWith(`src/${folder}/`);
const isTest = (file: string): boolean => file.endsWith(".test.ts") || basename(file) === "test-support.ts";

const HTTP_CLIENTS = new Set(["undici", "node:https", "nodemailer"]);
const PURE = /\/(present|name|content|topic|colors|flag)\.ts$/;
const WITH_IO = /^(node:(fs|net|http|child_process)|postgres$)/;

const RULES: readonly Rule[] = [
  ["only db/ may use the driver", ({ from, to }) => to === "postgres" && !isIn(from, "db")],
  ["a mechanism may not use a domain", ({ from, to }) => MECHANISMS.includes(area(from)) && DOMAINS.includes(area(to))],
  ["a domain may not use one behind it", ({ from, to }) => isBehind(area(to), area(from))],
  [
    "an endpoint must pass access, not reach for queries",
    ({ from, to }) =>
      basename(from) === "endpoints.ts" && basename(to) === "queries.ts" && DOMAINS.includes(area(from)),
  ],
  [
    "an action may use nothing of api/ but errors",
    ({ from, to }) => from.includes("/actions/") && isIn(to, "api") && basename(to) !== "errors.ts",
  ],
  [
    "what is pure may not do input or output",
    ({ from, to }) => (isIn(from, "markup") || PURE.test(from)) && WITH_IO.test(to),
  ],
  ["only outbound/ may open outgoing connections", ({ from, to }) => HTTP_CLIENTS.has(to) && !isIn(from, "outbound")],
  ["src/ may not use test/", ({ from, to }) => from.startsWith("src/") && to.startsWith("test/")],
  ["there are no barrels", ({ to }) => basename(to) === "index.ts"],
];

function isBehind(later: string, earlier: string): boolean {
  const [a, b] = [DOMAINS.indexOf(later), DOMAINS.indexOf(earlier)];
  return a >= 0 && b >= 0 && a > b;
}

/** Words that only one file may say. */
const ONLY_IN: readonly (readonly [string, RegExp, RegExp])[] = [
  ["only config/ may read the environment", /process\.env/, /^src\/config\//],
  ["only platform/clock.ts may read the clock", /Date\.now\(|performance\.now\(/, /^src\/platform\/clock\.ts$/],
  ["only api/auth.ts may read the Authorization header", /headers\.authorization/, /^src\/api\/auth\.ts$/],
];

export function checkImports(): { files: number; broken: string[] } {
  const files = globSync("src/**/*.ts").filter((file) => !isTest(file));
  const broken: string[] = [];
  for (const from of files) {
    const text = readFileSync(from, "utf8");
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)[^;]*?from "([^"]+)";/gms)) {
      const to = specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
      for (const [sentence, isBroken] of RULES) {
        if (isBroken({ from, to })) broken.push(`${from}: ${sentence} (${specifier})`);
      }
    }
    for (const [sentence, pattern, allowed] of ONLY_IN) {
      if (pattern.test(text) && !allowed.test(from)) broken.push(`${from}: ${sentence}`);
    }
  }
  return { files: files.length, broken };
}
