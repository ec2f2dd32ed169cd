import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, startCluster } from "#engine/db/embedded/embedded.ts";
import type { Bench, Benchmark, Figure } from "./benchmark.ts";
import { METRICS_TOKEN, SECRET } from "./people.ts";
import { launch, type Measured } from "./processes.ts";
import { largestOf, type Scale, teamOf } from "./scale.ts";
import { createWorlds, type World, type Worlds } from "./worlds.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
/** What operators start. */
const PROGRAM = join(import.meta.dirname, "../../bin/parley.js");
const RIVALS = join(import.meta.dirname, "../rivals");

/** A run of benchmarks on its own PostgreSQL: the embedded one with its ordinary, durable settings. */
export interface Session {
  run(benchmark: Benchmark): Promise<Figure>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly scale: Scale;
  readonly progress: (sentence: string) => void;
  /** The folder for CPU profiles of the servers. */
  readonly profiles: string | undefined;
}

const environment = {
  PARLEY_SECRET: SECRET,
  PARLEY_LOG_LEVEL: "warn",
  PARLEY_RATE_LIMIT: "off",
  PARLEY_METRICS_TOKEN: METRICS_TOKEN,
};

export function openSession({ scale, progress, profiles }: SessionOptions): Session {
  const home = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const nodeFlags = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  let cluster: Promise<Cluster> | undefined;
  let worlds: Promise<Worlds> | undefined;
  let history: Promise<World> | undefined;
  let teams: Promise<Worlds> | undefined;
  let largest: Promise<World> | undefined;
  const ready = async (size: Scale, name: string): Promise<Worlds> => {
    cluster ??= startCluster({ dataDir: join(home, "worlds"), progress: () => {} });
    return createWorlds(await cluster, size, { name, progress });
  };
  const open = () => (worlds ??= ready(scale, "bench"));
  const openTeam = () => (teams ??= ready(teamOf(scale), "team"));

  const run = async (benchmark: Benchmark): Promise<Figure> => {
    const endings: (() => Promise<void>)[] = [];
    const start = async (options: Parameters<typeof launch>[0]): Promise<Measured> => {
      const measured = await launch(options);
      endings.push(measured.stop);
      return measured;
    };
    const bench: Bench = {
      scale,
      async world() {
        const world = await (await open()).copy();
        endings.push(world.drop);
        return world;
      },
      async team() {
        const world = await (await openTeam()).copy();
        endings.push(world.drop);
        return world;
      },
      largest: () => (largest ??= ready(largestOf(scale), "largest").then((made) => made.copy())),
      history: () => (history ??= open().then((made) => made.withHistory())),
      server: ({ url }, flags = []) =>
        start({
          script: MAIN,
          args: ["--port", "0", "--database-url", url, "--data", mkdtempSync(join(home, "server-")), ...flags],
          env: environment,
          nodeFlags,
        }),
      rival: (name, world) =>
        start({ script: join(RIVALS, `${name}.ts`), args: world === undefined ? [] : [world.url] }),
      installation: (dataDir, options) =>
        start({ script: PROGRAM, args: ["start", "--port", "0", "--data", dataDir], env: environment, ...options }),
      folder: () => mkdtempSync(join(home, "folder-")),
    };
    try {
      return await benchmark.run(bench);
    } finally {
      for (const end of endings.toReversed()) await end();
    }
  };

  return {
    run,
    async close() {
      await (await history?.catch(() => undefined))?.drop();
      await (await largest?.catch(() => undefined))?.drop();
      await (await cluster?.catch(() => undefined))?.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
