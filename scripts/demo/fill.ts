import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clusterAddress } from "#cli/installation/cluster-address.ts";
import { connectPool } from "#engine/db/database.ts";
import { findCluster } from "#engine/db/embedded/embedded.ts";
import { backdate } from "./backdate.ts";
import { DAY_MS } from "./moments.ts";
import { emailOf, PASSWORD, PEOPLE } from "./people.ts";
import { perform } from "./perform.ts";
import { personalize } from "./personal.ts";
import { planDemo } from "./plan.ts";
import { startServer } from "./server-process.ts";
import { ORGANIZATION, setUp } from "./structure.ts";

export interface FillOptions {
  readonly dataDir: string;
  readonly people: number;
  readonly messages: number;
  readonly weeks: number;
  readonly seed: number;
  readonly say: (sentence: string) => void;
}

type State = "absent" | "other" | "begun" | "filled";

/** The file that says how far a data folder was filled. */
const markerIn = (dataDir: string): string => join(dataDir, "demo");

function stateOf(dataDir: string): State {
  const marker = markerIn(dataDir);
  if (existsSync(marker)) return readFileSync(marker, "utf8").trim() === "filled" ? "filled" : "begun";
  return existsSync(join(dataDir, "postgres")) ? "other" : "absent";
}

/** Fills a data folder with the demonstration, unless it is there already. */
export async function fillFolder(options: FillOptions): Promise<void> {
  const { dataDir } = options;
  const state = stateOf(dataDir);
  if (state === "filled") return;
  if (state === "other") {
    throw new Error(`${dataDir} holds a Parley that is no demonstration: name another folder with --data.`);
  }
  if (state === "begun") {
    // Filling was interrupted, and nothing else can be in there.
    await (await findCluster(dataDir))?.stop();
    rmSync(dataDir, { recursive: true });
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(markerIn(dataDir), "begun\n");
  await fill(options);
  writeFileSync(markerIn(dataDir), "filled\n");
}

async function fill({ dataDir, people: count, messages, weeks, seed, say }: FillOptions): Promise<void> {
  const [owner, ...others] = PEOPLE.slice(0, count);
  if (owner === undefined) throw new Error("A demonstration needs somebody: --people 1 or more.");
  const people = [owner, ...others];
  const to = Date.now();
  const from = to - weeks * 7 * DAY_MS;
  say("Starting a server to fill.");
  const server = await startServer(
    [
      "--data",
      dataDir,
      "--port",
      "0",
      "--rate-limit",
      "off",
      "--organization-name",
      ORGANIZATION,
      "--log-level",
      "warn",
    ],
    { env: { PARLEY_OWNER_EMAIL: emailOf(owner), PARLEY_OWNER_PASSWORD: PASSWORD } },
  );
  try {
    say(`Creating ${people.length} people, their groups and channels.`);
    const world = await setUp(server.url, people);
    const steps = planDemo({ people, messages, seed, from, to });
    say(`Sending ${messages} messages.`);
    const { times } = await perform(world, steps);
    await personalize(world, seed, to);
    const cluster = await findCluster(dataDir);
    if (cluster === undefined) throw new Error("The server's database cannot be found.");
    const sql = connectPool(await clusterAddress(cluster), { max: 1, name: "parley demo" });
    await backdate(sql, times, { people, from });
    await sql.end();
  } finally {
    await server.stop();
  }
}
