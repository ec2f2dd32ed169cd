import type { ReadSql } from "#engine/db/database.ts";
import type { Bus, BusListener } from "#engine/log/bus/bus.ts";
import { openFiltered } from "#engine/log/bus/followed.ts";
import { createListenBus } from "#engine/log/bus/listen-bus.ts";
import { createNatsBus } from "#engine/log/bus/nats-bus.ts";
import type { ServerSite } from "./site.ts";

/** The bus between processes that is configured: NATS, or else the database itself. */
export async function openBus(
  { config, db, keys, log, clock, metrics }: ServerSite,
  listener: BusListener,
): Promise<Bus> {
  return openFiltered(clock, listener, async (filtered) => {
    if (config.natsUrl === undefined) return createListenBus(db.reads, log, filtered);
    const seal = keys.busSeal(await databaseName(db.reads));
    return createNatsBus({ url: config.natsUrl, seal, log, metrics, listener: filtered });
  });
}

/**
 * Which database this is among all PostgreSQLs: the same at its replicas, another one where a backup was restored, whose
 * secret is the same.
 */
async function databaseName(sql: ReadSql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select c.system_identifier || ':' || d.oid as name
    from pg_control_system() c, pg_database d where d.datname = current_database()`;
  return row?.name ?? "";
}
