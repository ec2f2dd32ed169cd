/** The order of the folders of src/ and web/: what may build on what. */

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

/** The browser client. What a lower folder needs of a later one has a name in web/ui/open.ts, or is a signal that it has. */
const WEB = [
  "platform",
  "language",
  "state",
  "narrow",
  "link",
  "store.ts",
  "ui",
  "notify",
  "push",
  "feed",
  "compose",
  "keys",
  "calls",
  "dialogs",
  "actions",
  "tour",
  "pages",
  "views",
  "main.tsx",
];

interface Order {
  readonly root: string;
  readonly entries: readonly string[];
  /** What is said of an import of a later entry. */
  readonly sentence: string;
}

export const ORDERS: readonly Order[] = [
  { root: "src/", entries: LAYERS, sentence: "a layer may not use one above it" },
  { root: "src/domains/", entries: DOMAINS, sentence: "a domain may not use a later one" },
  { root: "web/", entries: WEB, sentence: "a folder of web/ may not use a later one" },
];

const rankOf = (file: string, { root, entries }: Order): number =>
  entries.findIndex((entry) => file === `${root}${entry}` || file.startsWith(`${root}${entry}/`));

export const hasRank = (file: string, order: Order): boolean => rankOf(file, order) >= 0;

export function isLater(from: string, to: string, order: Order): boolean {
  const rank = rankOf(from, order);
  return rank >= 0 && rankOf(to, order) > rank;
}
