import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newDataFolder } from "../harness/folder.ts";
import { startFleet } from "./fleet.ts";
import { programWith } from "./mutation.ts";
import { type Cast, settle } from "./people.ts";
import type { ServerProcess } from "./server-process.ts";

/** A data folder with its cast, created once and copied for every round. */
export interface Template {
  readonly cast: Cast;
  /** A copy to run on, to be removed afterwards. */
  copy(folder?: string): string;
  dispose(): void;
}

export async function makeTemplate(): Promise<Template> {
  const home = newDataFolder("parley-crash-");
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const origin = join(home, "origin");
  const fleet = await startFleet(join(home, "first"), 1, programWith([]));
  const first = fleet.servers[0] as ServerProcess;
  try {
    const cast = await settle(first);
    await first.end("SIGTERM");
    cpSync(join(home, "first"), origin, { recursive: true });
    let copies = 0;
    return {
      cast,
      copy(folder = join(home, `round-${(copies += 1)}`)) {
        cpSync(origin, folder, { recursive: true });
        return folder;
      },
      dispose: () => rmSync(home, { recursive: true, force: true }),
    };
  } finally {
    await fleet.dispose();
  }
}
