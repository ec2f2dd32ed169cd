import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type * as client from "#client/client.ts";
import { findCluster } from "#engine/db/embedded/embedded.ts";
import { type Started, startInFolder } from "../harness/command.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { launch } from "../web/browser/launch.ts";
import { install, pack, type Packed, ROOT } from "./install.ts";
import { machineEnvironment, run } from "./machine.ts";

/** What both programs do; the second one is type-checked before. */
const PROGRAM = `
  import { connect, eventsOf } from "parley/client";

  const [url = "", apiKey = ""] = process.argv.slice(2);
  const parley = connect({ url, email: "owner@localhost", apiKey });
  const queue = await parley.call("POST /register", { event_types: ["message"] });
  const sent = await parley.call("POST /messages", { type: "channel", to: "general", topic: "hello", content: "Hi!" });
  for await (const event of eventsOf(parley, /** @type {any} */ (queue))) {
    console.log(process.versions.node, event.type, sent.id);
    break;
  }
`;

/** Each line marked so must be an error: otherwise the types were lost in the package. */
const TYPED = `
  declare const process: { argv: string[]; versions: { node: string } };
  declare const console: { log(...words: unknown[]): void };
  ${PROGRAM.replace("/** @type {any} */ (queue)", "{ ...queue, queue_id: String(queue.queue_id) }")}
  const id: number = sent.id;
  // @ts-expect-error an ID is a number
  const text: string = sent.id;
  // @ts-expect-error there is no such operation
  await parley.call("POST /massages", { content: "Hi!" }).catch(() => {});
  // @ts-expect-error a topic is a text
  await parley.call("POST /messages", { type: "channel", to: "general", topic: 1, content: "Hi!" });
  export { id, text };
`;

/** What a page does with the client. */
async function useClient([url = "", apiKey = ""]: readonly string[]): Promise<unknown> {
  const path = "/client.js";
  const { connect, eventsOf } = (await import(path)) as typeof client;
  const parley = connect({ url, email: "owner@localhost", apiKey });
  const queue = await parley.call("POST /register", { event_types: ["message"] });
  await parley.call("POST /messages", { type: "channel", to: "general", topic: "hello", content: "Grüße" });
  const { value } = await eventsOf(parley, queue).next();
  return value?.type === "message" ? [value.type, value.message.content] : value;
}

/** Without `skipLibCheck`, so that a fault in the declarations is a fault of the program. */
const project = (module: "nodenext" | "preserve", outDir: string) => ({
  compilerOptions: { strict: true, module, target: "es2022", lib: ["es2023", "dom"], types: [], outDir },
  files: ["typed.ts"],
});

suite("the npm package", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-package-"));
  const app = join(folder, "app");
  const data = join(folder, "data");
  let packed: Packed;
  let server: Started;
  let key: string;

  before(async () => {
    packed = await pack(folder);
    await install(packed.tarball, app);
    // `sh` enters the folder first and then becomes npx.
    const npx = ["env", "-i", ...Object.entries(machineEnvironment).map(([name, value]) => `${name}=${value}`), "npx"];
    const command = ["sh", "-c", 'cd "$0" && exec "$@"', app, ...npx, "--no", "parley", "start"] as const;
    server = await startInFolder(data, [], {}, [...command]);
    key = /API key\s+(\S+)/.exec(server.output())?.[1] as string;
  });
  after(async () => {
    // npx ends before the server, which keeps the output open until it has ended too.
    const closed = once(server.process, "close");
    await server.end("SIGTERM");
    await closed;
    assert.equal(await findCluster(data), undefined, "PostgreSQL stopped with it");
    rmSync(folder, { recursive: true, force: true });
  });

  test("contains compiled code, declarations and migrations, and neither sources nor tests", () => {
    const { files } = packed;
    assert.deepEqual(
      files.filter((path) => /(?<!\.d)\.ts$|\.test\.|^(src|test|data)\//.test(path)),
      [],
    );
    const migrations = globSync("src/**/*.sql", { cwd: ROOT }).map((path) => path.replace(/^src/, "dist"));
    assert.ok(migrations.length > 0);
    for (const path of ["bin/parley.js", "dist/main.js", "dist/client/client.d.ts", "LICENSE", ...migrations]) {
      assert.ok(files.includes(path), path);
    }
    assert.equal(files.filter((path) => path.startsWith("web/")).length, 0);
    assert.match(readFileSync(join(ROOT, ".gitignore"), "utf8"), /^\/dist\/$/m);
  });

  test("the browser client is there, finished, with everything that its page names", async () => {
    const response = await fetch(server.url);
    assert.equal(response.status, 200);
    const names = [...(await response.text()).matchAll(/\/static\/web\/([\w.-]+)/g)].map(([, name]) => name as string);
    assert.ok(names.length >= 5);
    for (const name of names) {
      assert.ok(packed.files.includes(`dist/web/client/${name}`), name);
      assert.equal((await fetch(`${server.url}/static/web/${name}`)).status, 200, name);
    }
  });

  test("a program in plain JavaScript uses the client under the Node.js of the machine", async () => {
    writeFileSync(join(app, "plain.js"), PROGRAM);
    const [version = "", type, id] = (await run(app, "node", "plain.js", server.url, key)).trim().split(" ");
    assert.ok(Number.parseInt(version, 10) >= 20, version);
    assert.equal(type, "message");
    assert.match(id ?? "", /^\d+$/);
  });

  for (const [module, resolution] of [
    ["nodenext", "as Node.js does"],
    ["preserve", "as bundlers do"],
  ] as const) {
    test(`a program in TypeScript that finds modules ${resolution} is checked against the types of the client, and runs`, async () => {
      writeFileSync(join(app, "typed.ts"), TYPED);
      writeFileSync(join(app, "tsconfig.json"), JSON.stringify(project(module, `out-${module}`)));
      const tsc = [join(ROOT, "node_modules/.bin/tsc"), "-p", ".", "--singleThreaded", "--listFiles"] as const;
      const checked = await run(app, ...tsc).catch((error: { stdout: string }) => assert.fail(error.stdout));
      const ours = checked.split("\n").filter((path) => path.includes("/node_modules/parley/"));
      assert.equal(ours.length, 1, ours.join("\n"));
      assert.match(await run(app, "node", `out-${module}/typed.js`, server.url, key), /^\S+ message \d+\n$/);
    });
  }

  test("the client imports nothing, and runs in a browser", { skip: skipWithout("chromium") }, async () => {
    const code = readFileSync(join(app, "node_modules/parley/dist/client/client.js"), "utf8");
    assert.doesNotMatch(code, /^import|\bimport\(|\bprocess\b|\bBuffer\b/m);
    const browser = await launch();
    try {
      const page = await browser.newPage();
      // A page of the same origin that has nothing but the client.
      await page.route("**/page", (route) => route.fulfill({ contentType: "text/html", body: "" }));
      await page.route("**/client.js", (route) => route.fulfill({ contentType: "text/javascript", body: code }));
      await page.goto(`${server.url}/page`);
      const received = await page.evaluate(useClient, [server.url, key]);
      assert.deepEqual(received, ["message", "Grüße"]);
    } finally {
      await browser.close();
    }
  });

  test("commands work beside the server that npx runs", async () => {
    const made = await run(
      app,
      "npx",
      "--no",
      "parley",
      "create-user",
      "iago@elsinore.example",
      "Iago",
      "--data",
      data,
    );
    assert.match(made, /API key/);
  });

  test("the launcher says what is missing where Node.js is too old", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    cpSync(join(ROOT, "bin"), join(other, "bin"), { recursive: true });
    writeFileSync(join(other, "package.json"), '{ "type": "module", "dependencies": { "node": "99.0.0" } }');
    const failure = await run(other, "node", "bin/parley.js", "help").catch((error: unknown) => error);
    const { code, stderr } = failure as { code: number; stderr: string };
    assert.equal(code, 1);
    assert.match(stderr, /^Parley needs Node\.js 99, and this is Node\.js \d[^\n]+approve node[^\n]+\n$/);
  });
});
