import { connectPool, type DatabaseAddress, openDatabase, type Sql } from "#engine/db/database.ts";
import type { Cluster } from "#engine/db/embedded/embedded.ts";
import { migrate } from "#engine/db/migrate.ts";
import { createOrganization } from "#domains/organization/create-organization.ts";
import { maintainPartitions } from "#engine/log/partitions.ts";
import { connectBare } from "../rivals/bare-driver.ts";
import { fillMessages, fillOrganization, type Places, placesOf } from "./fill.ts";
import type { Scale } from "./scale.ts";

/** A database with an organization in it. */
export interface World extends Places {
  readonly address: DatabaseAddress;
  readonly url: string;
  readonly sql: Sql;
  /** The same database through the library `postgres`. */
  readonly bare: Sql;
  readonly messages: number;
  readonly drop: () => Promise<void>;
}

export interface Worlds {
  copy(): Promise<World>;
  withHistory(): Promise<World>;
}

interface WorldsOptions {
  readonly name: string;
  readonly progress: (sentence: string) => void;
  /** Fills it with users, channels and subscriptions. */
  readonly fill?: (sql: Sql, scale: Scale) => Promise<void>;
}

/**
 * The worlds of a run: each is made once, on first use, and copied for each workload, so that workloads do not affect
 * each other.
 */
export function createWorlds(
  cluster: Pick<Cluster, "socketDir" | "port" | "user">,
  scale: Scale,
  { name: prefix, progress, fill = fillOrganization }: WorldsOptions,
): Worlds {
  const templateName = `${prefix}_template`;
  const addressOf = (database: string) => ({
    socket: { dir: cluster.socketDir, port: cluster.port, user: cluster.user, database },
  });
  const asOperator = async (statements: readonly string[]) => {
    const sql = connectPool(addressOf("postgres"), { max: 1, name: "bench setup" });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };

  const makeTemplate = async () => {
    progress(`Filling a world of ${scale.users} users, ${scale.channels} channels, ${scale.messages} messages.`);
    await asOperator([`create database ${templateName}`]);
    const db = openDatabase(addressOf(templateName), { reads: 1, writes: 1, commits: 0, background: 1 });
    const setup = connectPool(addressOf(templateName), { max: 1, name: "bench setup" });
    await migrate(setup, () => {});
    await maintainPartitions(setup);
    const owner = { email: "owner@bench.example", fullName: "Owner", passwordHash: "nobody logs in" };
    await createOrganization(db.writes, { subdomain: "", name: "Bench", owner });
    await fill(setup, scale);
    await fillMessages(setup, scale, scale.messages);
    // A database that people have used has statistics.
    await setup`analyze account, channel, subscription`;
    await setup.end();
    await db.close();
  };
  let template: Promise<void> | undefined;
  let made = 0;

  const copy = async (messages = scale.messages): Promise<World> => {
    await (template ??= makeTemplate());
    const name = `${prefix}_${(made += 1)}`;
    // Dirty pages of filling must not be written while something is measured.
    await asOperator([`create database ${name} template ${templateName}`, "checkpoint"]);
    const address = addressOf(name);
    const sql = connectPool(address, { max: 2, name: "bench" });
    const url = `postgres://${cluster.user}@${encodeURIComponent(cluster.socketDir)}:${cluster.port}/${name}`;
    const bare = connectBare(url);
    return {
      ...placesOf(scale, messages),
      address,
      url,
      sql,
      bare,
      messages,
      async drop() {
        await Promise.all([sql.end(), bare.end()]);
        await asOperator([`drop database ${name} with (force)`]);
      },
    };
  };

  return {
    copy,
    async withHistory() {
      const world = await copy(scale.history);
      progress(`Filling a history of ${scale.history} messages.`);
      // Statistics are gathered when the benchmark asks for it, not when the autovacuum daemon happens to run.
      await world.sql`alter table message set (autovacuum_enabled = false)`;
      await fillMessages(world.sql, scale, scale.history);
      await asOperator(["checkpoint"]);
      return world;
    },
  };
}
