import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startNats } from "../../harness/nats-server.ts";
import { skipWithout } from "../../harness/needs/needs.ts";
import { basic } from "../../harness/raw.ts";
import { type Program, programWith } from "../mutation.ts";
import { BLOWS, type Strike } from "../nemesis.ts";
import type { Person } from "../people.ts";
import { FOLLOW_AT_ONCE } from "../planted-bugs.ts";
import type { ServerProcess } from "../server-process.ts";
import { BLOCKED_MS, INSIDE } from "./signals.ts";

/** A fault under load, after which every promise of the crash test must hold. */
export interface Fault {
  readonly name: string;
  readonly servers: number;
  readonly strike: Strike;
  readonly program: Program;
  /** Where the data are; by default in a folder of the run. */
  readonly dataDir?: string;
  /** Undoes what was made for it. */
  dispose?(): Promise<void>;
}

const MIB = 1024 * 1024;
const PLAIN = programWith([]);
const FOLLOWING = programWith([FOLLOW_AT_ONCE]);
/** A server that can have faults from within, with as many groups in flight as there can be. */
export const WITH_FAULTS: Program = {
  args: ["--import", pathToFileURL(join(import.meta.dirname, "inside.ts")).href, ...FOLLOWING.args],
  env: FOLLOWING.env,
};

const CUTTING_MS = 2000;
const CLOCK_STEPS = 3;
const CLOCK_MS = 500;

/** Faults from within, for servers that are `WITH_FAULTS`. */
export const INSIDE_STRIKES = {
  "connections cut at statements": async ({ servers }) => {
    for (const server of servers) server.signal(INSIDE.cut);
    await sleep(CUTTING_MS);
    for (const server of servers) server.signal(INSIDE.cut);
    return [];
  },
  "clock set an hour forward and two back": async ({ servers }) => {
    for (let step = 0; step < CLOCK_STEPS; step += 1) {
      for (const server of servers) server.signal(INSIDE.clock);
      await sleep(CLOCK_MS);
    }
    return [];
  },
  "event loop blocked for three seconds": async ({ servers }, dice) => {
    dice.pick(servers).signal(INSIDE.block);
    await sleep(BLOCKED_MS);
    return [];
  },
} satisfies Record<string, Strike>;

const inside = (name: keyof typeof INSIDE_STRIKES, servers: number): Fault => ({
  name,
  servers,
  strike: INSIDE_STRIKES[name],
  program: WITH_FAULTS,
});

const PAUSE_MS = 30_000;

const paused: Fault = {
  name: "a process stopped for 30 s",
  servers: 2,
  program: PLAIN,
  async strike({ servers }, dice) {
    const server = dice.pick(servers);
    server.signal("SIGSTOP");
    await sleep(PAUSE_MS);
    server.signal("SIGCONT");
    return [];
  },
};

const MAX_MEMORY = 512 * MIB;
const UPLOADS = 60;
const UPLOAD_BYTES = 10 * MIB;

/** Large files at once. A server may refuse them, but must not need more memory. */
const memory = (people: readonly Person[]): Fault => ({
  name: "large files in 512 MiB of memory",
  servers: 1,
  program: { ...PLAIN, args: ["--max-old-space-size=256", ...PLAIN.args] },
  async strike({ servers }, dice) {
    const server = servers[0] as ServerProcess;
    const { pid } = server;
    const bytes = new Blob([Buffer.alloc(UPLOAD_BYTES)]);
    const upload = async () => {
      const { email, apiKey } = dice.pick(people);
      const body = new FormData();
      body.set("file", bytes, "large.bin");
      const headers = { authorization: basic(email, apiKey) };
      const { status } = await fetch(`${server.url}/api/v1/user_uploads`, { method: "POST", headers, body });
      return status;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: UPLOADS }, upload));
    const odd = outcomes.filter(
      (outcome) => outcome.status === "fulfilled" && ![200, 413, 429, 503].includes(outcome.value),
    );
    const peak = pid === undefined ? Number.NaN : peakOf(pid);
    return [
      ...(odd.length > 0 ? [`uploads ended with ${JSON.stringify(odd.slice(0, 3))}`] : []),
      ...(peak < MAX_MEMORY ? [] : [`the server needed ${Math.round(peak / MIB)} MiB`]),
    ];
  },
});

/** The most memory that a process had, in bytes. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

const DISK_MIB = 400;
const FULL_MS = 2000;

function fullDisk(): Fault | string {
  const disk = mkdtempSync(join(tmpdir(), "parley-disk-"));
  const removeFolder = () => rmSync(disk, { recursive: true, force: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "none", disk]);
  if (mounted.status !== 0) {
    removeFolder();
    return "a full disk needs the right to mount one: run it as root";
  }
  const unmount = () => {
    spawnSync("umount", [disk]);
    removeFolder();
  };
  process.on("exit", unmount);
  const filler = join(disk, "filler");
  return {
    name: "full disk",
    servers: 2,
    program: PLAIN,
    dataDir: join(disk, "data"),
    async strike() {
      fill(filler);
      await sleep(FULL_MS);
      rmSync(filler);
      return [];
    },
    async dispose() {
      unmount();
    },
  };
}

/** Writes a file until the disk has no room left. */
function fill(path: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  const file = openSync(path, "w");
  try {
    for (let size = MIB; size >= 1; size /= 2) {
      const piece = Buffer.alloc(Math.floor(size));
      try {
        while (writeSync(file, piece) === piece.length);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function busLost(): Promise<Fault | string> {
  const without = skipWithout("nats-server");
  if (without !== false) return without;
  const nats = await startNats();
  return {
    name: "the bus lost (NATS)",
    servers: 2,
    program: { ...PLAIN, args: [...PLAIN.args, "--nats-url", nats.url] },
    async strike(_fleet, dice) {
      await nats.kill();
      await sleep(dice.between(500, 1500));
      await nats.start();
      return [];
    },
    dispose: nats.kill,
  };
}

/** The fault, or why it cannot be had on this machine. */
type Prepare = () => Fault | string | Promise<Fault | string>;

/** All faults, in the order of the table. */
export const allFaults = (people: readonly Person[]): readonly Prepare[] => [
  () => ({ name: "processes killed", servers: 2, program: PLAIN, strike: BLOWS["kill -9 of every server"] }),
  () => ({
    name: "database killed and restarted",
    servers: 2,
    program: PLAIN,
    strike: BLOWS["immediate stop of PostgreSQL"],
  }),
  () => ({
    name: "all connections cut",
    servers: 2,
    program: PLAIN,
    strike: BLOWS["cut of every database connection"],
  }),
  () => inside("connections cut at statements", 2),
  fullDisk,
  () => paused,
  () => inside("clock set an hour forward and two back", 2),
  busLost,
  () => inside("event loop blocked for three seconds", 2),
  () => memory(people),
];
