import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { suite, test } from "node:test";
import { collectDefaultMetrics, Registry } from "prom-client";
import { METRICS_CONTENT_TYPE, createRegistry } from "./registry.ts";
import { addProcessFigures } from "./process-figures.ts";

/** What prom-client tells of objects that Node.js no longer documents. */
const LEFT_OUT = /_active_(?:handles|requests)(?:_total)?$/;

/** The lines that name a metric and its type. */
const namesAndTypes = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("# TYPE ") && !LEFT_OUT.test(line.split(" ")[2] ?? ""))
    .toSorted();

const valueOf = (text: string, name: string): number => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);

suite("the figures of the process", () => {
  test("are those of prom-client, under the same names and types", async () => {
    const [own, original] = [createRegistry(), new Registry()];
    addProcessFigures(own, { prefix: "parley_", lagPrecisionMs: 10 });
    collectDefaultMetrics({ register: original, prefix: "parley_", eventLoopMonitoringPrecision: 10 });
    await sleep(50);
    const [text, expected] = [await own.text(), await original.metrics()];
    assert.deepEqual(namesAndTypes(text), namesAndTypes(expected));
    assert.equal(METRICS_CONTENT_TYPE, original.contentType);
    for (const name of ["process_max_fds", "nodejs_version_info{.*}"]) {
      assert.equal(valueOf(text, `parley_${name}`), valueOf(expected, `parley_${name}`), name);
    }
    for (const name of [
      "process_resident_memory_bytes",
      "process_virtual_memory_bytes",
      "nodejs_heap_size_used_bytes",
    ]) {
      const ratio = valueOf(text, `parley_${name}`) / valueOf(expected, `parley_${name}`);
      assert.ok(ratio > 0.8 && ratio < 1.25, `${name}: ${ratio}`);
    }
  });

  test("tell of a blocked event loop once", async () => {
    const registry = createRegistry();
    addProcessFigures(registry, { prefix: "", lagPrecisionMs: 1 });
    const longest = async () => valueOf(await registry.text(), "nodejs_eventloop_lag_max_seconds");
    await sleep(20);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await sleep(20);
    assert.ok((await longest()) >= 0.29, "the block counts");
    await sleep(20);
    assert.ok((await longest()) < 0.29, "and not again");
  });

  test("know the CPU time since the process began", async () => {
    const registry = createRegistry();
    addProcessFigures(registry, { prefix: "", lagPrecisionMs: 100 });
    const { user, system } = process.cpuUsage();
    const text = await registry.text();
    const told = (name: string) => valueOf(text, `process_cpu_${name}seconds_total`);
    assert.ok(told("") >= (user + system) / 1e6 && told("") < (user + system) / 1e6 + 1);
    assert.ok(told("user_") >= user / 1e6 && told("system_") >= system / 1e6);
  });

  test("count collections of garbage by kind", async () => {
    const registry = createRegistry();
    addProcessFigures(registry, { prefix: "", lagPrecisionMs: 100 });
    const held: unknown[] = [];
    for (let round = 0; round < 100; round += 1) held[round % 10] = Array.from({ length: 20_000 }, () => ({ round }));
    await sleep(20);
    assert.match(await registry.text(), /^nodejs_gc_duration_seconds_count\{kind="(?:minor|major)"\} [1-9]/m);
  });
});

test("two metrics of one name are refused, and a figure is escaped", async () => {
  const registry = createRegistry();
  const read = () => [{ labels: { path: 'a "b" \\ c\nd' }, value: Infinity }];
  registry.add({ name: "reach", help: "Lines\nof help.", type: "gauge", read });
  assert.throws(() => registry.add({ name: "reach", help: "", type: "gauge", read }), /two metrics reach/);
  const expected = String.raw`# HELP reach Lines\nof help.
# TYPE reach gauge
reach{path="a \"b\" \\ c\nd"} +Inf
`;
  assert.equal(await registry.text(), expected);
});
