import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { bundle } from "../../src/web/bundle.ts";
import type { Benchmark } from "../harness/benchmark.ts";
import { worstOf } from "../harness/parts.ts";

const KB = 1000;

/** What a browser has to load, compressed with Brotli as it is served. */
export const webSize: Benchmark = {
  name: "web-size",
  unit: "kB",
  against: "the most that scripts for the first paint may have",
  better: "lower",
  bar: 1,
  goal: 1,
  async run() {
    const { page, assets } = await bundle();
    const sizes = await Promise.all(
      assets.map(async ({ name, body }) => ({ name, size: (await promisify(brotliCompress)(body)).length / KB })),
    );
    const total = (isOne: (name: string) => boolean) =>
      sizes.reduce((sum, { name, size }) => sum + (isOne(name) ? size : 0), 0);
    const isScript = (name: string) => name.endsWith(".js");
    return worstOf([
      {
        name: "scripts for the first paint",
        unit: "kB",
        value: total((name) => isScript(name) && new RegExp(`(?:src|href)="[^"]*/${name}"`).test(page)),
        limit: 45,
      },
      { name: "all scripts", unit: "kB", value: total(isScript), limit: 110 },
      { name: "style", unit: "kB", value: total((name) => name.endsWith(".css")), limit: 14 },
    ]);
  },
};
