import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "./dice.ts";
import type { Fleet } from "./fleet.ts";
import type { ServerProcess } from "./server-process.ts";

export type Strike = (fleet: Fleet, dice: Dice) => Promise<string[]>;

/**
 * Faults of the servers and their database. The caller starts servers again that a fault brings down. Each returns what
 * went wrong beyond the fault itself.
 */
export const BLOWS = {
  "kill -9 of a server": async (fleet, dice) => {
    await dice.pick(fleet.servers).end("SIGKILL");
    return [];
  },
  "kill -9 of every server": async (fleet) => {
    await Promise.all(fleet.servers.map((server) => server.end("SIGKILL")));
    return [];
  },
  /** The server that started the database ends too: the next start starts both. */
  "immediate stop of PostgreSQL": async (fleet, dice) => {
    await fleet.stopPostgres();
    await sleep(dice.between(50, 400));
    await (fleet.servers[0] as ServerProcess).end("SIGKILL");
    return [];
  },
  "cut of every database connection": (fleet) => cut(fleet, "parley%"),
  "cut of the writers' connections": (fleet) => cut(fleet, "parley writes"),
  "cut of the readers' connections": (fleet) => cut(fleet, "parley reads"),
  freeze: async (fleet, dice) => {
    const server = dice.pick(fleet.servers);
    server.signal("SIGSTOP");
    await sleep(dice.between(1000, 2000));
    server.signal("SIGCONT");
    return [];
  },
  "orderly stop": async (fleet, dice) => {
    const server = dice.pick(fleet.servers);
    return (await server.end("SIGTERM")) ? [] : [`${server.name} did not stop in good order`];
  },
} satisfies Record<string, Strike>;

export type Blow = keyof typeof BLOWS;

async function cut(fleet: Fleet, name: string): Promise<string[]> {
  await fleet.sql()`select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${name}`;
  return [];
}
