import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createChannel } from "../../../../test/harness/channels.ts";
import { pathOf, skipWithout } from "../../../../test/harness/needs/needs.ts";
import { newestMessages } from "../../../../test/harness/newest.ts";
import { startTestServer } from "../../../../test/harness/server.ts";
import { until } from "../../../../test/harness/until.ts";

/** It cannot be used out of an unpacked package: it reads templates from /usr/share. */
const PROGRAM = "prometheus-alertmanager";

const folder = mkdtempSync(join(tmpdir(), "parley-alertmanager-"));
let running: ChildProcess | undefined;
after(async () => {
  if (running !== undefined && running.exitCode === null) {
    running.kill("SIGKILL");
    await once(running, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts Alertmanager on a free port of this machine alone, and returns its URL. */
async function startAlertmanager(webhook: string): Promise<string> {
  const config = join(folder, "alertmanager.yml");
  // JSON is YAML, too.
  const route = { receiver: "parley", group_by: ["alertname"], group_wait: "100ms", group_interval: "1s" };
  const receivers = [{ name: "parley", webhook_configs: [{ url: webhook }] }];
  writeFileSync(config, JSON.stringify({ route, receivers }));
  const flags = ["--web.listen-address=127.0.0.1:0", "--cluster.listen-address=", `--storage.path=${folder}`];
  running = spawn(pathOf(PROGRAM) ?? PROGRAM, [`--config.file=${config}`, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  running.stderr?.on("data", (data) => (log += String(data)));
  const port = await until(
    () => Promise.resolve(/[Ll]istening[^\n]*address=\S*:(\d+)/.exec(log)?.[1]),
    (found) => found !== undefined,
  );
  return `http://127.0.0.1:${port}`;
}

test("a real Alertmanager posts an alert and its end", { skip: skipWithout("prometheus-alertmanager") }, async () => {
  const server = await startTestServer();
  const { hamlet } = server.cast;
  const { name } = await createChannel(hamlet);
  const { api_key } = await hamlet.call("POST /bots", { full_name: "Alarm", short_name: "alarm", bot_type: 2 });
  const query = new URLSearchParams({ api_key, stream: name }).toString();
  const url = await startAlertmanager(`${server.url}/api/v1/external/alertmanager?${query}`);
  const alert = {
    labels: { alertname: "InstanceDown", instance: "db1" },
    annotations: { summary: "db1 is *down*" },
    generatorURL: "https://prometheus.example/graph",
  };
  const tell = async (times: object) => {
    const body = JSON.stringify([{ ...alert, ...times }]);
    const { status } = await fetch(`${url}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.equal(status, 200);
  };
  const messages = (count: number) =>
    until(
      () => newestMessages(hamlet, [{ operator: "sender", operand: "alarm-bot@localhost" }]),
      (list) => list.length === count,
    );
  await tell({});
  const [firing] = await messages(1);
  assert.equal(firing?.subject, "InstanceDown");
  assert.match(firing.content, /^:alert: \*\*Firing\*\*: \*\*InstanceDown\*\* – db1 is &#42;down&#42;\ninstance=db1\n/);
  await tell({ endsAt: new Date(Date.now() - 1000).toISOString() });
  const [, resolved] = await messages(2);
  assert.match(resolved?.content ?? "", /^:check_mark: \*\*Resolved\*\*/);
});
