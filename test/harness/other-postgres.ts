import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../src/engine/db/database.ts";
import { findBinaries } from "../../src/engine/db/embedded/binaries.ts";
import { launchPostmaster } from "../../src/engine/db/embedded/launch.ts";
import { stopPostmaster } from "../../src/engine/db/embedded/postmaster.ts";
import { chooseRunner, cleanEnvironment, commandOf } from "../../src/engine/db/embedded/runner.ts";
import { superuser } from "../../src/engine/db/embedded/settings.ts";
import { closeSocketFolder } from "../../src/engine/db/embedded/socket-folder.ts";
import { newDataFolder } from "./folder.ts";

const INSTALLED = "/usr/lib/postgresql";

export interface OtherPostgres {
  readonly major: string;
  /** The URL of an empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of another major version than Parley's own, if this machine has one. */
export async function startOtherPostgres(): Promise<OtherPostgres | undefined> {
  const own = await findBinaries();
  const majors = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const major = majors.find((one) => /^\d+$/.test(one) && Number(one) >= 15 && one !== own.major);
  if (major === undefined) return undefined;
  const bin = join(INSTALLED, major, "bin");
  const program = join(bin, "postgres");
  const dataDir = newDataFolder("parley-other-");
  const databaseDir = join(dataDir, "postgres");
  const runner = await chooseRunner({ dataDir, databaseDir, program });
  mkdirSync(databaseDir, { mode: 0o700 });
  chownSync(databaseDir, runner.owner.uid, runner.owner.gid);
  const flags = [`--pgdata=${databaseDir}`, `--username=${superuser}`, "--auth=trust", "--encoding=UTF8", "--locale=C"];
  const [command, args] = commandOf(runner, join(bin, "initdb"), [...flags, "--no-sync"]);
  execFileSync(command, args, { ...runner.spawnOptions, cwd: "/", env: cleanEnvironment, stdio: "pipe" });
  const launch = { databaseDir, program, runner, logPath: join(dataDir, "log") };
  const started = await launchPostmaster({ ...launch, settings: { fsync: "off" }, progress() {} });
  if (started === undefined) throw new Error("another process has a folder that was made a moment ago");
  const { pid, port, socketDir } = started;
  const admin = connect(
    { socket: { dir: socketDir, port, user: superuser, database: "postgres" } },
    { max: 1, name: "test setup" },
  );
  await admin`create database restored`;
  await admin.end();
  return {
    major,
    url: `postgres://${superuser}@${encodeURIComponent(socketDir)}:${port}/restored`,
    async stop() {
      await stopPostmaster(pid, databaseDir);
      await closeSocketFolder(socketDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
