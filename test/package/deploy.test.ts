import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { readConfig } from "#config/config.ts";
import { skipWithout } from "../harness/needs/needs.ts";
import { startTestServer } from "../harness/server.ts";
import { readDockerfile, type Stage, textsOf } from "./dockerfile.ts";
import { ROOT } from "./install.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const { dependencies } = JSON.parse(read("package.json")) as { dependencies: { node: string } };

/** `NAME=value NAME=value`, as Docker and systemd write them. */
const variables = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(" ").map((pair) => pair.split("=", 2) as [string, string]));

suite("the Dockerfile", () => {
  const stages = readDockerfile(read("deploy/Dockerfile"));
  const final = stages.at(-1) as Stage;

  test("runs the Node.js version of the package, and so does .nvmrc", () => {
    for (const { image } of stages) assert.equal(image, `node:${dependencies.node}-trixie-slim`);
    assert.equal(read(".nvmrc").trim(), dependencies.node);
  });

  test("copies only what exists and what the ignore file lets through", () => {
    const allowed = read("deploy/Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const used = new Set<string>();
    for (const { instructions } of stages) {
      for (const { options, text } of instructions.filter(({ name }) => name === "COPY")) {
        const sources = text.split(/\s+/).slice(0, -1);
        assert.ok(sources.length > 0, text);
        const stage = options.get("from");
        if (stage !== undefined) assert.ok(stages.some(({ name }) => name === stage));
        else for (const source of sources) used.add(source);
      }
    }
    for (const source of used) assert.ok(existsSync(join(ROOT, source)), source);
    assert.deepEqual([...used].sort(), allowed.sort());
  });

  test("gives the last stage what the package holds, an ordinary user and a volume for the data", () => {
    const copied = textsOf(final, "COPY").join(" ");
    for (const part of ["package.json", "node_modules", "dist", "bin"])
      assert.match(copied, new RegExp(`\\b${part}\\b`));
    assert.deepEqual(textsOf(final, "USER"), ["node"]);
    const env = variables(textsOf(final, "ENV").join(" "));
    assert.deepEqual(textsOf(final, "VOLUME"), [env["PARLEY_DATA"]]);
    const config = readConfig([], env);
    assert.deepEqual(textsOf(final, "EXPOSE"), [String(config.port)]);
    assert.equal(config.host, "0.0.0.0", "only the container can reach its loopback");
  });

  test("starts a command that exists", () => {
    const [program = "", ...args] = JSON.parse(textsOf(final, "ENTRYPOINT")[0] ?? "") as string[];
    const command = JSON.parse(textsOf(final, "CMD")[0] ?? "") as string[];
    assert.deepEqual([program, args.length, command], ["node", 1, ["start"]]);
    const launcher = (args[0] ?? "").replace(textsOf(final, "WORKDIR")[0] ?? "", ROOT);
    assert.match(execFileSync(process.execPath, [launcher, "help"], { encoding: "utf8" }), /^ {2}parley start$/m);
  });

  test("has a health check that distinguishes a server that responds from a closed port", async () => {
    const server = await startTestServer();
    const [program = "", ...args] = JSON.parse(
      (textsOf(final, "HEALTHCHECK")[0] ?? "").replace("CMD ", ""),
    ) as string[];
    assert.equal(program, "node");
    const check = (port: string) =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, args, { env: { PARLEY_PORT: port }, stdio: "ignore" });
        child.once("exit", resolve);
      });
    assert.equal(await check(new URL(server.url).port), 0);
    await server.stop();
    assert.equal(await check(new URL(server.url).port), 1);
  });
});

suite("the systemd unit", () => {
  const unit = read("deploy/parley.service");
  const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map((match) => match[1] ?? "");

  test("starts the launcher with the Node.js of the package, as an ordinary user who owns the data folder", () => {
    const [node = "", launcher = "", ...args] = (values("ExecStart")[0] ?? "").split(" ");
    const folder = values("WorkingDirectory")[0] ?? "";
    assert.equal(node, `${folder}/node_modules/node/bin/node`);
    assert.equal(launcher, `${folder}/node_modules/parley/bin/parley.js`);
    assert.deepEqual(args, ["start"]);
    assert.deepEqual(values("User"), ["parley"]);
    const env = variables(values("Environment").join(" "));
    assert.equal(env["PARLEY_DATA"], `/var/lib/${values("StateDirectory")[0]}`);
    assert.equal(env["TMPDIR"], `/run/${values("RuntimeDirectory")[0]}`);
    assert.equal(readConfig([], env).dataDir, env["PARLEY_DATA"]);
  });

  test("has only keys that systemd knows", { skip: skipWithout("systemd-analyze") }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-unit-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "parley.service");
    // systemd checks whether the program exists.
    writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart="${process.execPath}"`));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8" });
    // systemd may report other units of this machine.
    const complaints = stderr.split("\n").filter((line) => line.includes("parley.service"));
    assert.deepEqual([complaints, status], [[], 0]);
  });
});
