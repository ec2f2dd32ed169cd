import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "#client/client.ts";
import { findCluster } from "#engine/db/embedded/embedded.ts";
import { type Started, startInFolder } from "../harness/command.ts";
import { newDataFolder } from "../harness/folder.ts";
import { until } from "../harness/until.ts";

const ROOT = join(import.meta.dirname, "../..");

test("a developer who saves a file gets the server with that change, on the same data", async (t) => {
  // A copy, because other tests run the sources of this clone at the same time.
  const folder = newDataFolder("parley-dev-");
  const data = join(folder, "data");
  let dev: Started | undefined;
  t.after(async () => {
    await dev?.end("SIGTERM");
    await (await findCluster(data))?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const part of ["package.json", "locale", "src", "web"])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));

  const npm = ["sh", "-c", 'cd "$0" && exec "$@"', folder, "npm", "run", "dev", "--"] as const;
  dev = await startInFolder(data, [], {}, [...npm]);
  const apiKey = /API key\s+(\S+)/.exec(dev.output())?.[1] as string;
  const owner = connect({ url: dev.url, email: "owner@localhost", apiKey });
  const message = { type: "channel", to: "general", topic: "x", content: "kept" } as const;
  const { id } = await owner.call("POST /messages", message);

  const main = join(folder, "src/main.ts");
  writeFileSync(main, `process.stdout.write("the change is there\\n");\n${readFileSync(main, "utf8")}`);
  const { output } = dev;
  const urls = () => [...output().matchAll(/Parley is at (\S+)/g)].map((match) => match[1] as string);
  const [, url = ""] = await until(urls, ({ length }) => length === 2);
  assert.match(output(), /^the change is there$/m);
  assert.doesNotMatch(output(), /already running|Another Parley/, "the first one had stopped before");
  const again = connect({ url, email: "owner@localhost", apiKey });
  assert.equal((await again.call("GET /messages/{message_id}", { message_id: id })).raw_content, "kept");

  await dev.end("SIGTERM");
  await until(
    () => findCluster(data),
    (cluster) => cluster === undefined,
  );
});
