import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { openTargets } from "../../scripts/rules/action-targets.ts";
import { brokenIn, checkSource, circles } from "../../scripts/rules/check-source.ts";
import { circlesIn } from "../../scripts/rules/folders.ts";
import { parsedFile } from "../../scripts/rules/parsed-file.ts";

const BRANDS: ReadonlySet<string> = new Set(["KnowableChannel", "ReadableMessage"]);

/** A helper of a domain, whose name gives it no rights. */
const HELPER = "src/domains/people/planted.ts";

const sentencesFor = (text: string, path: string): string => brokenIn(parsedFile(path, text), BRANDS).join("\n");
const violates = (text: string, sentence: RegExp, path = HELPER) =>
  assert.match(sentencesFor(text, path), sentence, text);
const isFine = (text: string, path = HELPER) => assert.equal(sentencesFor(text, path), "", text);

suite("the rules of the source", () => {
  test("hold, in all files", () => {
    const { files, broken } = checkSource();
    assert.deepEqual(broken, []);
    assert.ok(files > 1000, String(files));
  });

  test("refuse a folder that has no rank", () => {
    violates("export {};", /no rank/, "src/domains/planted/endpoints.ts");
    violates("export {};", /no rank/, "src/planted/file.ts");
    isFine("export {};", "src/domains/people/planted/endpoints.ts");
  });

  test("refuse a later domain and a higher layer, however it is imported", () => {
    const later = "#domains/exports/access.ts";
    for (const text of [
      `import { exports } from "${later}";`,
      `import type { Export } from "${later}";`,
      `export { exports } from "${later}";`,
      `const { exports } = await import("${later}");`,
      `type Export = import("${later}").Export;`,
      'import { x } from "../exports/access.ts";',
      `import { createRequire } from "node:module"; const load = createRequire(import.meta.url); load("../exports/access.ts");`,
    ]) {
      violates(text, /a domain may not use a later one/);
    }
    violates("const name = `#domains/${x}/access.ts`; await import(name);", /must name its file/);
    violates(
      'import { run } from "#cli/run-command.ts";',
      /a layer may not use one above it/,
      "src/platform/planted.ts",
    );
    violates('import { app } from "../../app.ts";', /a layer may not use one above it/, "src/engine/log/planted.ts");
    isFine('import { knownUser } from "#domains/records/users/access.ts";');
  });

  test("refuse a later folder of the browser client, and one without a rank", () => {
    for (const text of [
      'import { Planted } from "../dialogs/planted.tsx";',
      'import type { Planted } from "../dialogs/planted.tsx";',
      'import "../dialogs/planted.tsx";',
      'export { Planted } from "../dialogs/planted.tsx";',
      'export * from "../dialogs/planted.tsx";',
      'const load = () => import("#web/dialogs/planted.tsx");',
      'type Planted = typeof import("../dialogs/planted.tsx");',
    ]) {
      violates(text, /a folder of web\/ may not use a later one/, "web/ui/planted.ts");
    }
    violates("export {};", /no rank/, "web/planted/file.ts");
    const inComments = `// import("#web/dialogs/planted.tsx")\nexport const text = 'import "../dialogs/planted.tsx"';`;
    isFine(inComments, "web/ui/planted.ts");
    isFine('import { text } from "../ui/planted.ts";', "web/dialogs/planted.tsx");
  });

  test("refuse the environment outside of config/", () => {
    for (const text of [
      "const home = process.env.HOME;",
      'const home = process["env"].HOME;',
      "const { env } = process;",
      "const own = process; own.exit();",
      "globalThis.process.env.HOME;",
      'import { env } from "node:process";',
      'import process from "node:process";',
      'const { env } = await import("node:process");',
    ]) {
      violates(text, /only config\/ may read the environment/);
    }
    isFine("process.exitCode = 1; const job = { process: 2 }; job.process;");
    isFine("export const home = process.env;", "src/config/planted.ts");
  });

  test("refuse a clock but the one of platform/clock.ts", () => {
    for (const text of [
      "const now = new Date();",
      "const now = Date.now();",
      "const { now } = Date;",
      "const clock = Date;",
      "performance.now();",
      'import { performance as clock } from "node:perf_hooks";',
      "process.hrtime.bigint();",
    ]) {
      violates(text, /may read the clock/);
    }
    isFine("const day = (now: Date) => new Date(now.getTime() + Date.UTC(2026, 1)); day instanceof Date;");
  });

  test("refuse chance but that of platform/random.ts", () => {
    for (const text of ["Math.random();", 'Math["random"]();', "const { random } = Math;"]) {
      violates(text, /may be random/);
    }
    isFine("Math.max(1, 2);");
  });

  test("refuse a name that only counts", () => {
    for (const text of [
      "list.filter((one) => one.isOpen);",
      "for (const one of list) use(one);",
      "const [one] = list;",
      "const { hamlet: one } = cast;",
      "function say(one: string) {}",
      "type Say = (one: string) => void;",
    ]) {
      violates(text, /named after what it is/);
      violates(text, /named after what it is/, "web/views/planted.tsx");
    }
    isFine("list.sort((one, other) => one.at - other.at); const [one, two] = list; const all = { one: 1 };");
  });

  test("refuse a promise that void hides", () => {
    for (const text of [
      "void save(tx);",
      "void saveAll().then(done);",
      "void save(tx).finally(done);",
      "const stop = () => void (isOpen && close2());",
      "void promise;",
    ]) {
      violates(text, /may not float/);
    }
    isFine("void save(tx).catch(complain); void list.push(1); const f = () => void (count += 1);");
  });

  test("refuse connections but those of outbound/", () => {
    for (const text of ['await fetch("http://a/");', "const get = fetch;", 'globalThis.fetch("http://a/");']) {
      violates(text, /may fetch/);
    }
    violates('import { request } from "undici";', /outgoing connections/);
    for (const text of [
      'import { connect } from "node:net";',
      'import * as net from "node:net";',
      'const { connect } = await import("node:tls");',
    ]) {
      violates(text, /may open sockets/);
    }
    isFine('import { isIP } from "node:net";');
    isFine("realm.fetch(); const x = { fetch: 1 };");
  });

  test("refuse pools to endpoints, to actions, and to helpers that nobody named", () => {
    const write = 'import { backgroundPool } from "#engine/runtime/pools.ts";';
    const read = 'import { readPool } from "#engine/runtime/pools.ts";';
    for (const path of [HELPER, "src/domains/people/queries.ts", "src/domains/people/access.ts"])
      violates(write, /may have a pool/, path);
    violates(read, /may have a pool/);
    for (const path of ["src/domains/people/endpoints.ts", "src/domains/people/actions/rename.ts"])
      violates(read, /have no pool/, path);
    violates('const { backgroundPool } = await import("#engine/runtime/pools.ts");', /may have a pool/);
    violates('import { type Sql } from "#engine/db/database.ts";', /a pool that is for everything/);
    isFine(read, "src/domains/people/access.ts");
    isFine(write, "src/domains/people/cleanup.ts");
  });

  test("refuse to move the model but by the log", () => {
    for (const text of [
      "(tx.model.users as Map<number, User>).set(1, user);",
      "const users = realm.model.users as unknown as Map<number, User>;",
      "(model.users.get(1) as Mutable<User>).fullName = name;",
      "const users: MutableModel = 1;",
      "Object.assign(tx.model.realm, { name });",
      "Reflect.set(model, 'realm', realm);",
    ]) {
      violates(text, /may write to the model/);
    }
    violates('import { apply } from "#engine/model/apply.ts";', /may move the model/);
    isFine("const users = found as Map<number, string>; Object.assign(row, { name });");
  });

  test("refuse to look records up, to grant, or to ask for permissions outside of access.ts", () => {
    violates("const user = tx.model.users.get(id);", /look things up/);
    violates("const user = model?.users.get(id);", /look things up/);
    for (const text of [
      "present(channel as KnowableChannel);",
      "const list = channels as readonly KnowableChannel[];",
      "const isKnown = (channel: Channel): channel is KnowableChannel => true;",
      "const message = row as unknown as ReadableMessage;",
    ]) {
      violates(text, /may say what is allowed/);
    }
    violates("if (mayInRealm(model, actor, setting)) go();", /may ask for a permission/);
    violates('import { mayInChannel as may } from "#engine/model/access/permissions.ts";', /may ask for a permission/);
    isFine("const channel = model.channels.get(id) as KnowableChannel;", "src/domains/people/access.ts");
    isFine("const known = (channel: KnowableChannel): string => channel.name; realm.users.get(id);");
  });

  test("refuse an endpoint that reaches for queries, and an action that reaches for the API", () => {
    violates(
      'import { channelForAudience } from "#domains/records/channels/access.ts";',
      /audience of an event/,
      "src/domains/people/endpoints.ts",
    );
    violates('import { all } from "./queries.ts";', /must pass access/, "src/domains/people/endpoints.ts");
    violates('import { endpoint } from "#api/endpoint.ts";', /nothing of api/, "src/domains/people/actions.ts");
    violates('import { readFile } from "node:fs/promises";', /input or output/, "src/domains/people/present.ts");
    violates('import postgres from "postgres";', /may use the library/, "src/engine/db/planted.ts");
  });

  test("refuse an action that an endpoint could call with a record that nobody has checked", () => {
    const access = parsedFile(
      "src/domains/people/access.ts",
      "export type KnownUser = User & { readonly [known]: true };",
    );
    const openTargetsOf = (parameters: string) =>
      openTargets([
        access,
        parsedFile("src/domains/people/actions.ts", `export async function rename(${parameters}) {}`),
        parsedFile("src/domains/people/endpoints.ts", 'import { rename } from "./actions.ts";'),
      ]).join("\n");
    assert.match(openTargetsOf("tx: Tx, actor: User, target: User"), /rename takes a User/);
    assert.match(openTargetsOf("tx: Tx, actor: User, { id }: User"), /rename takes a User/);
    assert.equal(openTargetsOf("tx: Tx, actor: User, target: KnownUser"), "");
  });

  test("refuse what advisories were written about", () => {
    violates("headers.authorization;", /Authorization header/);
    violates('request.headers["cookie"];', /read cookies/);
    violates('import { timingSafeEqual } from "node:crypto";', /compare secrets/);
    violates("sql`insert into subscription (realm_id) values (1)`;", /insert subscriptions/);
    violates("const find = (text: string) => new RegExp(text);", /regular expression/);
    violates("function find(text) { return RegExp(text); }", /regular expression/);
    isFine("const PATTERN = new RegExp(`^${WORD}$`);");
  });

  test("refuse state that is hidden beside an action or an organization", () => {
    violates("const seen = new WeakMap<Tx, number>();", /perAction/);
    violates("let seen: WeakMap<RealmRuntime, number>;", /perAction/);
    isFine("const shown = new WeakMap<Channel, string>();");
  });

  test("refuse the browser client what only one place of it may do", () => {
    const view = "web/views/planted.tsx";
    violates("element.innerHTML = text;", /make HTML/, view);
    violates("document.write(text);", /make HTML/, view);
    violates("<div dangerouslySetInnerHTML={{ __html: text }} />;", /show HTML/, view);
    violates('fetch("/json/messages");', /may fetch/, view);
    violates('import { Client } from "../../src/client/client.ts";', /types of src\/client/, view);
    violates('import { readFile } from "node:fs";', /made for browsers/, view);
    violates('const part = import("./part.tsx");', /imports by need/, view);
    violates('import { Row } from "../ui/row.tsx";', /what is pure in web/, "web/state/planted.ts");
    isFine(
      'import type { Client } from "../../src/client/client.ts"; const part = import("#web/views/part.tsx");',
      view,
    );
  });

  test("refuse files of the browser client that import each other, also by need", () => {
    const files = [
      parsedFile("web/feed/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;'),
      parsedFile("web/feed/two.ts", 'export const two = () => import("#web/feed/three.ts");'),
      parsedFile("web/feed/three.ts", 'import type { one } from "./one.ts";\nexport type Three = typeof one;'),
    ];
    assert.equal(circles(files).length, 1);
    assert.deepEqual(circles(files.slice(0, 2)), []);
  });

  test("see a circle through any number of files", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a"]],
      ["d", ["a"]],
    ]);
    assert.deepEqual(
      circlesIn(graph).map((circle) => circle.sort()),
      [["a", "b", "c"]],
    );
  });
});
