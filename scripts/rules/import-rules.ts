import { basename } from "node:path";
import { isLater, ORDERS } from "./order.ts";
import { COMPUTED, type Import } from "./parsed-file.ts";
import { isAccess, isAction, isBackground, isEndpoints, isIn, isPages, isPure, isQueries } from "./roles.ts";

/** Which file may import what. Static, dynamic and type imports are alike where a rule does not say otherwise. */
type Rule = readonly [sentence: string, isBroken: (imported: Import) => boolean];

const HTTP_CLIENTS = new Set(["undici", "node:https", "nodemailer", "@nats-io/transport-node"]);
const WITH_IO = /^(node:(fs|net|tls|http|https|child_process)|postgres$)/;
const SOCKET_MODULES = new Set(["node:net", "node:tls"]);
const SOCKETS = new Set(["connect", "createConnection", "createServer", "Server", "Socket", "default", "*"]);

const MOVES_THE_MODEL = /^src\/engine\/model\/(advance|apply|mutations)\.ts$/;
const POOL_FOR_ALL = new Set(["connectPool", "openDatabase", "Sql", "Transaction", "*"]);
const POOLS = "src/engine/runtime/pools.ts";
const DATABASE = "src/engine/db/database.ts";

/** Files that read by the pool although their names do not say so, each with what it is. */
const READS: ReadonlySet<string> = new Set([
  // Pages of messages, and what belongs to their messages.
  "src/domains/conversations/read/details.ts",
  "src/domains/conversations/read/fetch.ts",
  "src/domains/conversations/read/lookup/matches.ts",
  "src/domains/conversations/read/narrow/open-narrow.ts",
  "src/domains/conversations/read/narrow/with.ts",
  "src/domains/conversations/read/lookup/receipts.ts",
  "src/domains/conversations/read/topics/topic-list.ts",
  "src/search/plan.ts",
  // The caller's own data.
  "src/domains/channels/subscriptions/own-subscriptions.ts",
  "src/domains/people/bots/storage.ts",
  "src/domains/records/users/newest-message.ts",
  "src/domains/register/take-snapshot.ts",
  // What a request looks up before it takes its turn in the writer.
  "src/domains/channels/subscriptions/crowd.ts",
  "src/domains/conversations/flags/ranges/compact-read-ranges.ts",
  "src/domains/conversations/flags/ranges/plan-read.ts",
  "src/domains/conversations/send/rendering.ts",
  // What directories ask for.
  "src/domains/entry/scim/users/find.ts",
  // Passwords and links of people who are not logged in yet.
  "src/domains/entry/registration/complete.ts",
  "src/domains/people/login/confirm-password.ts",
  "src/domains/people/login/log-in.ts",
  // The bytes of files.
  "src/domains/files/receive.ts",
  "src/domains/files/serving/serve.ts",
]);

/** Files that write outside of the writer although their names do not say so: what they write moves no log. */
const WRITES: ReadonlySet<string> = new Set([
  // When sessions were last seen, and the responses of requests that happen once.
  "src/api/browser/seen.ts",
  "src/api/callers/key-use.ts",
  "src/domains/entry/scim/tokens/note-use.ts",
  "src/api/repeats/once.ts",
  // Indexes, which are written after the messages.
  "src/domains/conversations/read/topics/index-topics.ts",
  "src/search/indexing.ts",
  // What is known of other servers.
  "src/domains/integrations/embeds/embed-task.ts",
  "src/domains/integrations/embeds/fetch-pages.ts",
  "src/domains/integrations/webhooks/call.ts",
  "src/domains/integrations/webhooks/invocations/call.ts",
  // Mails and pushes that are due.
  "src/domains/entry/registration/request.ts",
  "src/domains/notifications/deliver.ts",
  "src/domains/notifications/unseen.ts",
  "src/domains/people/login/login-mail.ts",
  // Bytes of files, presence, confirmations of sessions.
  "src/domains/files/storage/of-realm.ts",
  "src/domains/people/presence/store.ts",
  "src/domains/people/sessions/confirmation.ts",
]);

const mayRead = (file: string): boolean =>
  isAccess(file) || isPages(file) || isBackground(file) || isQueries(file) || READS.has(file) || WRITES.has(file);
const mayWrite = (file: string): boolean => isPages(file) || isBackground(file) || WRITES.has(file);
const WRITING_POOLS = new Set(["backgroundPool", "*"]);

const IN_ORDER = ORDERS.map((order): Rule => [order.sentence, ({ from, to }) => isLater(from, to, order)]);

export const IMPORT_RULES: readonly Rule[] = [
  ...IN_ORDER,
  [
    "an import must name its file",
    // Grammars of a package, whose names are on a list.
    ({ from, to }) => to === COMPUTED && from !== "src/markup/blocks/highlight.ts",
  ],
  ["only tests and benchmarks may use the library", ({ to }) => to === "postgres"],
  [
    "only platform/schema/type.ts may use typebox",
    ({ from, to }) => to === "typebox" && from !== "src/platform/schema/type.ts",
  ],
  [
    "an endpoint must pass access, not reach for queries",
    ({ from, to }) => isEndpoints(from) && isQueries(to) && isIn(from, "domains"),
  ],
  [
    "an endpoint and an action have no pool: access has, and an action has tx.sql",
    ({ from, to }) => (isEndpoints(from) || isAction(from)) && to === POOLS,
  ],
  [
    "only access, pages, jobs, queries and those that scripts/rules/import-rules.ts names may have a pool",
    ({ from, to, names }) =>
      to === POOLS &&
      !isIn(from, "engine") &&
      !(names.some((name) => WRITING_POOLS.has(name)) ? mayWrite : mayRead)(from),
  ],
  [
    "only engine/db/ and cli/ may use a pool that is for everything",
    ({ from, to, names }) =>
      to === DATABASE && names.some((name) => POOL_FOR_ALL.has(name)) && !isIn(from, "engine/db") && !isIn(from, "cli"),
  ],
  [
    "an endpoint and a page show what access has let through, not what is meant for the audience of an event",
    ({ from, names }) => (isEndpoints(from) || isPages(from)) && names.some((name) => name.endsWith("ForAudience")),
  ],
  ["an action may use nothing of api/ and http/", ({ from, to }) => isAction(from) && /^src\/(api|http)\//.test(to)],
  ["what is pure may not do input or output", ({ from, to }) => isPure(from) && WITH_IO.test(to)],
  ["only outbound/ may open outgoing connections", ({ from, to }) => HTTP_CLIENTS.has(to) && !isIn(from, "outbound")],
  [
    "only http/, outbound/, engine/db/ and cli/ may open sockets",
    ({ from, to, names }) =>
      SOCKET_MODULES.has(to) &&
      names.some((name) => SOCKETS.has(name)) &&
      !["http", "outbound", "engine/db", "cli"].some((folder) => isIn(from, folder)),
  ],
  ["only config/ may read the environment", ({ from, to }) => /^(node:)?process$/.test(to) && !isIn(from, "config")],
  [
    "only platform/clock.ts may read the clock, and only metrics look at the event loop",
    ({ from, to }) =>
      /^(node:)?perf_hooks$/.test(to) &&
      !["src/platform/clock.ts", "src/platform/metrics/process-figures.ts"].includes(from),
  ],
  [
    "only the tail of the log may move the model",
    ({ from, to }) => MOVES_THE_MODEL.test(to) && !isIn(from, "engine/model") && from !== "src/engine/log/tail.ts",
  ],
  ["src/ may not use test/", ({ from, to }) => from.startsWith("src/") && to.startsWith("test/")],
  ["src/ may not use web/", ({ from, to }) => from.startsWith("src/") && to.startsWith("web/")],
  ["there are no barrels", ({ to }) => basename(to) === "index.ts"],
];

const BROWSER_PACKAGES = new Set(["preact", "preact/hooks", "@preact/signals"]);
const isForBrowsers = (to: string): boolean =>
  to.startsWith("web/") || to === "src/client/client.ts" || BROWSER_PACKAGES.has(to);
/** Reducers and narrows run in the worker, in tabs and in tests alike. */
const PURE_WEB = /^web\/(state|narrow)\//;
const PURE_WEB_USES = /^(web\/(state|narrow)\/|src\/client\/client\.ts$)/;

export const WEB_IMPORT_RULES: readonly Rule[] = [
  ...IN_ORDER,
  ["an import must name its file", ({ to }) => to === COMPUTED],
  ["web/ may import itself, what is made for browsers, and types of src/client/", ({ to }) => !isForBrowsers(to)],
  ["web/ may import types of src/client/ only", ({ to, isType }) => to.startsWith("src/client/") && !isType],
  ["what is pure in web/ may not use what shows it", ({ from, to }) => PURE_WEB.test(from) && !PURE_WEB_USES.test(to)],
  ["there are no barrels", ({ to }) => basename(to) === "index.ts"],
];
