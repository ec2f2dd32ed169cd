import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

/** Which part of src/ may import or use what. `npm run check` enforces these rules. */

/** Mechanisms, the lowest first. A file may import from its own layer and from those before it. */
const LAYERS = [
  "platform",
  "config",
  "outbound",
  "http",
  "engine/db",
  "engine/model",
  "engine/log",
  "engine/delivery",
  "engine/writer",
  "engine/runtime",
  "engine/jobs",
  "markup",
  "search",
  "api",
  "web",
  "manifest.ts",
  "domains",
  "app.ts",
  "server.ts",
  "client",
  "cli",
  "main.ts",
];

/** Domains in the order in which they build on each other: none imports a later one. */
const DOMAINS = [
  "records",
  "files",
  "conversations",
  "channels",
  "groups",
  "organization",
  "people",
  "integrations",
  "notifications",
  "personal",
  "entry",
  "exports",
  "imports",
  "register",
];

interface Import {
  readonly from: string;
  readonly to: string;
}

type Rule = readonly [sentence: string, isBroken: (one: Import) => boolean];

const isIn = (file: string, folder: string): boolean => file.startsWith(`src/${folder}/`);
const isTest = (file: string): boolean => file.endsWith(".test.ts") || basename(file) === "test-support.ts";

/** The position of a file in a list of files and folders, or -1. */
const rank = (file: string, entries: readonly string[], root: string): number =>
  entries.findIndex((entry) => file === `${root}${entry}` || file.startsWith(`${root}${entry}/`));

function isLater({ from, to }: Import, folders: readonly string[], root: string): boolean {
  const [own, other] = [rank(from, folders, root), rank(to, folders, root)];
  return own >= 0 && other > own;
}

/** The role of a file, by its name. */
const isEndpoints = (file: string): boolean => /(^|-)endpoints?\.ts$/.test(basename(file));
const isQueries = (file: string): boolean => /(^|-)queries\.ts$/.test(basename(file));
const isAction = (file: string): boolean => file.includes("/actions/") || basename(file) === "actions.ts";
const isAccess = (file: string): boolean => basename(file) === "access.ts";
const PURE = /\/(present|name|content|topic|colors|flag)\.ts$/;

const BROWSER_PACKAGES = new Set(["preact", "preact/hooks", "@preact/signals"]);
const isForBrowsers = (to: string): boolean =>
  to.startsWith("web/") || to === "src/client/client.ts" || BROWSER_PACKAGES.has(to);
/** Reducers and narrows run in the worker, in tabs and in tests alike. */
const PURE_WEB = /^web\/(state|narrow)\//;
const PURE_WEB_USES = /^(web\/(state|narrow)\/|src\/client\/client\.ts$)/;

const HTTP_CLIENTS = new Set(["undici", "node:https", "nodemailer", "@nats-io/transport-node"]);
const WITH_IO = /^(node:(fs|net|tls|http|https|child_process)|postgres$)/;
const SOCKETS =
  /^import \{[^}]*\b(connect|createConnection|createServer|Server|Socket)\b[^}]*\} from "node:(net|tls)"/m;

const MOVES_THE_MODEL = /^src\/engine\/model\/(advance|apply|mutations)\.ts$/;

/** Other code uses functions whose names say that nothing is granted: see engine/model/lookup/record-lookup.ts. */
const LOOKUPS = /(?<!\brealm)\.(users|channels|groups|channelsByName|usersByEmail)\.get\(/;
const SUBSCRIPTIONS = /^src\/domains\/records\/channels\/queries\.ts$/;
const HIDDEN_STATE = /\bWeakMap<(Tx|RealmRuntime)\b/;

const RULES: readonly Rule[] = [
  ["only engine/db/ may use the driver", ({ from, to }) => to === "postgres" && !isIn(from, "engine/db")],
  [
    "only platform/schema/type.ts may use typebox",
    ({ from, to }) => to === "typebox" && from !== "src/platform/schema/type.ts",
  ],
  ["a layer may not use one above it", (one) => isLater(one, LAYERS, "src/")],
  ["a domain may not use a later one", (one) => isLater(one, DOMAINS, "src/domains/")],
  [
    "an endpoint must pass access, not reach for queries",
    ({ from, to }) => isEndpoints(from) && isQueries(to) && isIn(from, "domains"),
  ],
  [
    "an endpoint and an action have no pool: access has, and an action has tx.sql",
    ({ from, to }) => (isEndpoints(from) || isAction(from)) && to === "src/engine/runtime/pools.ts",
  ],
  ["an action may use nothing of api/ and http/", ({ from, to }) => isAction(from) && /^src\/(api|http)\//.test(to)],
  [
    "what is pure may not do input or output",
    ({ from, to }) => (isIn(from, "markup") || PURE.test(from)) && WITH_IO.test(to),
  ],
  ["only outbound/ may open outgoing connections", ({ from, to }) => HTTP_CLIENTS.has(to) && !isIn(from, "outbound")],
  [
    "only the tail of the log may move the model",
    ({ from, to }) => MOVES_THE_MODEL.test(to) && !isIn(from, "engine/model") && from !== "src/engine/log/tail.ts",
  ],
  ["src/ may not use test/", ({ from, to }) => from.startsWith("src/") && to.startsWith("test/")],
  [
    "web/ may import itself, what is made for browsers, and types of src/client/",
    ({ from, to }) => from.startsWith("web/") && !isForBrowsers(to),
  ],
  ["src/ may not use web/", ({ from, to }) => from.startsWith("src/") && to.startsWith("web/")],
  ["what is pure in web/ may not use what shows it", ({ from, to }) => PURE_WEB.test(from) && !PURE_WEB_USES.test(to)],
  ["there are no barrels", ({ to }) => basename(to) === "index.ts"],
];

/** A line that makes an expression otherwise than as a constant of the module, out of constants. */
const DYNAMIC_EXPRESSION = /^(?!const [A-Z_]+ = new RegExp\().*\bRegExp\(/m;

const POOL_FOR_ALL = /^import [^;]*\b(connect|openDatabase|Sql|Transaction)\b[^;]*\/db\/database\.ts"/m;

/** Patterns that only these files may contain. */
const ONLY_IN: readonly (readonly [string, RegExp, RegExp])[] = [
  ["only engine/db/ and cli/ may use a pool that is for everything", POOL_FOR_ALL, /^src\/(engine\/db|cli)\//],
  ["only config/ may read the environment", /process\.env/, /^src\/config\//],
  [
    "only platform/clock.ts and the thread of api/answers/ticks.ts may read the clock",
    /Date\.now\(|performance\.now\(/,
    /^src\/(platform\/clock|api\/answers\/ticks)\.ts$/,
  ],
  ["only platform/random.ts may be random", /Math\.random\(/, /^src\/platform\/random\.ts$/],
  ["only http/, outbound/, engine/db/ and cli/ may open sockets", SOCKETS, /^src\/(http|outbound|engine\/db|cli)\//],
  ["only outbound/ and client/ may fetch", /(?<![.\w])fetch\(/, /^src\/(outbound|client)\//],
  ["only engine/model/ may write to the model", /\bMutableModel\b/, /^src\/engine\/model\//],
  ["what belongs to an action is kept by perAction, what to an organization by perOrganization", HIDDEN_STATE, /^$/],
  ["only engine/ and access.ts may look things up in the model itself", LOOKUPS, /^src\/engine\/|\/access\.ts$/],
  // CVE-2026-30831
  ["only api/auth.ts may read the Authorization header", /headers\.authorization/, /^src\/api\/auth\.ts$/],
  // CVE-2026-30831
  ["only api/browser/cookie.ts may read cookies", /headers(\.|\[")cookie/, /^src\/api\/browser\/cookie\.ts$/],
  // CVE-2022-41914, CVE-2025-54499
  ["only platform/keys.ts may compare secrets, in constant time", /timingSafeEqual/, /^src\/platform\/keys\.ts$/],
  // CVE-2017-0881
  ["only records/channels/queries.ts may insert subscriptions", /insert into subscription\b/, SUBSCRIPTIONS],
  // CVE-2023-45129, CVE-2021-29471
  ["no user's text may become a JavaScript regular expression", DYNAMIC_EXPRESSION, /^$/],
];

/** Patterns that these files must contain. */
const REQUIRED: readonly (readonly [string, RegExp, string])[] = [
  // CVE-2022-41914, CVE-2025-54499
  ["keys must be compared in constant time", /if \(!sameSecret\(/, "src/api/auth.ts"],
];

const HTML_MAKERS = /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createPolicy)\b/;
const SERVER_CODE = /^import (?!type )[^;]*src\/client\//m;

const ONLY_IN_WEB: readonly (readonly [string, RegExp, RegExp])[] = [
  ["only ui/trusted.ts may make HTML of texts", HTML_MAKERS, /^web\/ui\/trusted\.ts$/],
  ["only feed/content.tsx may show HTML", /\bdangerouslySetInnerHTML\b/, /^web\/feed\/content\.tsx$/],
  // Answers of the server are never kept by the browser; translations and the client's own files are.
  [
    "only link/http.ts, language/text.ts and push/kept-files.ts may fetch",
    /(?<![.\w])fetch\(/,
    /^web\/(link\/http|language\/text|push\/kept-files)\.ts$/,
  ],
  ["web/ may import types of src/client/ only", SERVER_CODE, /^$/],
  // Others would not be in the parts of src/web/parts.ts, but in a file of their own.
  ['web/ imports by need as import("#web/…")', /\bimport\("\./, /^$/],
];

/** A folder with more entries, tests aside, needs another level. */
const MAX_ENTRIES = 14;
/** Numbered files, one more with every change of the schema. */
const UNBOUNDED = new Set(["src/engine/db/migrations"]);
const MAX_IN_SRC = 16;

export function checkImports(): { files: number; broken: string[] } {
  const sources = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}"]).filter((file) => !isTest(file));
  const files = sources.filter((file) => file.startsWith("src/"));
  const broken: string[] = [];
  const graph = new Map<string, string[]>();
  const brands = new Set(files.filter(isAccess).flatMap(brandsIn));
  for (const from of sources) {
    const text = readFileSync(from, "utf8");
    const imports = importsIn(from, text);
    graph.set(from, imports);
    for (const [entries, root] of [
      [LAYERS, "src/"],
      [DOMAINS, "src/domains/"],
    ] as const) {
      if (from.startsWith(root) && rank(from, entries, root) < 0) broken.push(`${from}: its folder has no rank`);
    }
    for (const to of imports) {
      for (const [sentence, isBroken] of RULES) if (isBroken({ from, to })) broken.push(`${from}: ${sentence} (${to})`);
    }
    for (const [sentence, pattern, allowed] of ONLY_IN_WEB) {
      if (from.startsWith("web/") && pattern.test(text) && !allowed.test(from)) broken.push(`${from}: ${sentence}`);
    }
    if (from.startsWith("web/")) continue;
    const cast = isAccess(from)
      ? undefined
      : [...text.matchAll(/\bas (?:readonly )?\(?(\w+)/g)].find(([, name = ""]) => brands.has(name));
    if (cast !== undefined) broken.push(`${from}: only access.ts may say what is allowed (${cast[0]})`);
    for (const [sentence, pattern, allowed] of ONLY_IN) {
      if (pattern.test(text) && !allowed.test(from)) broken.push(`${from}: ${sentence}`);
    }
  }
  for (const [sentence, pattern, file] of REQUIRED) {
    if (!pattern.test(readFileSync(file, "utf8"))) broken.push(`${file}: ${sentence}`);
  }
  for (const cycle of cyclesIn(graph)) broken.push(`these import each other: ${cycle.join(", ")}`);
  return { files: sources.length, broken: [...broken, ...crowdedFolders()] };
}

/** The branded types of an access.ts: things that a user may act on. */
function brandsIn(file: string): string[] {
  const types = readFileSync(file, "utf8").matchAll(/^export type (\w+) = [^;]* & /gm);
  return [...types].map(([, name = ""]) => name);
}

/** The files that a file imports, for types too. */
function importsIn(from: string, text: string): string[] {
  const specifiers = [...text.matchAll(/^(?:import|export)[^;]*?from "([^"]+)"/gms)].map(
    ([, specifier = ""]) => specifier,
  );
  return specifiers.map((specifier) => {
    if (specifier.startsWith("#web/")) return specifier.slice(1);
    if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
    return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
  });
}

/** Strongly connected components of more than one file, by Tarjan's algorithm. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) cycles.push(component);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

function crowdedFolders(): string[] {
  const folders = ["src", ...globSync("src/**/", { withFileTypes: false })].map((path) => path.replace(/\/$/, ""));
  return [...new Set(folders)].flatMap((folder) => {
    if (UNBOUNDED.has(folder)) return [];
    const entries = readdirSync(folder).filter((name) => !isTest(name));
    const most = folder === "src" ? MAX_IN_SRC : MAX_ENTRIES;
    return entries.length > most ? [`${folder} has ${entries.length} entries, and ${most} are the most`] : [];
  });
}
