import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { until } from "../harness/until.ts";

/** What a server must be started with to be watched. */
export interface WatchedStart {
  readonly env: Readonly<Record<string, string>>;
  readonly path: string;
}

/** The longest that the event loop of a server was held, in milliseconds of CPU time, and the result of the work. */
export interface WatchedWork<Result> {
  readonly ms: number;
  readonly result: Result;
}

export interface Watch {
  /** The longest hold while some work is done. */
  during<Result>(work: () => Promise<Result>): Promise<WatchedWork<Result>>;
  end(): void;
}

const PROBE = pathToFileURL(join(import.meta.dirname, "probe.ts")).href;
let made = 0;

export function watchedStart(): WatchedStart {
  const path = join(tmpdir(), `parley-probe-${process.pid}-${(made += 1)}.sock`);
  return { path, env: { NODE_OPTIONS: `--import ${PROBE}`, PARLEY_TEST_PROBE: path } };
}

/** Connects to the probe of a server that was started so. */
export async function watch({ path }: WatchedStart): Promise<Watch> {
  const socket = await until(
    () => connected(path),
    (moment) => moment !== undefined,
  );
  if (socket === undefined) throw new Error("the server has no probe");
  const say = async (word: "start" | "stop"): Promise<number> => {
    const answered = once(socket, "data") as Promise<[Buffer]>;
    socket.write(word);
    return Number((await answered)[0]) / 1000;
  };
  return {
    async during(work) {
      await say("start");
      const result = await work();
      return { result, ms: await say("stop") };
    },
    end: () => void socket.destroy(),
  };
}

async function connected(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return socket;
  } catch {
    return undefined;
  }
}
