import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { until } from "../harness/until.ts";

/**
 * Processes and mounts of their own: whatever runs and is mounted in the room is gone with its first process, which the
 * kernel kills with this one's child. The network is the machine's.
 */
export interface Room {
  /** Runs a command to its end, and shows what it prints, or only if it fails. It must succeed. */
  run(command: readonly string[], options?: RunOptions & { readonly isQuiet?: boolean }): Promise<void>;
  /** Starts a command in a group of processes of its own, as a terminal does. */
  start(command: readonly string[], options?: RunOptions): ChildProcess;
  /** Makes a folder the root of all that runs in the room from now on. */
  enter(root: string): Promise<void>;
  close(): Promise<void>;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** The first process has to reap what others leave, which a shell does while it waits. */
const FIRST = "echo ready; while :; do sleep 3600 & wait; done";
const MAX_SHOWN = 4000;
/** A container has no more. */
const SHARED_MEMORY = "64m";
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"];

export async function openRoom(): Promise<Room> {
  const args = ["--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "sh", "-c", FIRST];
  const first = spawn("unshare", args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = once(first, "exit");
  await Promise.race([
    once(first.stdout, "data"),
    ended.then(() => Promise.reject(new Error("There can be no room here: it needs root and namespaces."))),
  ]);
  const pid = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, "utf8").trim();

  const start: Room["start"] = (command, { env = {}, folder = "/" } = {}) => {
    const inside = ["--target", pid, "--mount", "--pid", "--root", `--wd=/proc/${pid}/root${folder}`];
    return spawn("nsenter", [...inside, ...command], {
      env: { PATH, HOME: "/root", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  };
  const run: Room["run"] = async (command, { isQuiet = false, ...options } = {}) => {
    const child = start(command, options);
    let output = "";
    const take = (data: unknown) => {
      output = (output + String(data)).slice(-MAX_SHOWN);
      if (!isQuiet) process.stdout.write(String(data));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", take);
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0)
      throw new Error(`${command.join(" ")} ended with ${code ?? "a signal"}${isQuiet ? `:\n${output}` : ""}`);
  };
  await run(["mount", "-t", "proc", "proc", "/proc"]);

  return {
    run,
    start,
    async enter(root) {
      mkdirSync(`${root}/before`);
      await run(["sh", "-ec", ENTER, "sh", root, SHARED_MEMORY, ...DEVICES]);
      await run(["umount", "--lazy", "/before"]);
    },
    async close() {
      first.kill("SIGKILL");
      await ended;
      // The kernel has killed them all, and some may not have ended yet.
      await until(
        () => existsSync(`/proc/${pid}`),
        (isThere) => !isThere,
      );
    },
  };
}

/** What every machine has below its root. */
const ENTER = `
  root=$1 memory=$2
  shift 2
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  mount -t tmpfs -o "size=$memory,mode=1777" tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s fd/0 "$root/dev/stdin"
  ln -s fd/1 "$root/dev/stdout"
  ln -s fd/2 "$root/dev/stderr"
  cd "$root"
  pivot_root . before
`;
