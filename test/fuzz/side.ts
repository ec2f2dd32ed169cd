import type { Endpoint } from "#api/endpoint.ts";
import { endpoints } from "../../src/app.ts";
import type { OperationName } from "#client/client.ts";
import { copyDatabase } from "../harness/database.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../harness/server.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { createWorld, type World } from "../security/authorization/world.ts";
import { type Caller, type CallerKind, callersOf } from "./callers.ts";
import type { GoodFields } from "./generate.ts";

/** A server, and what requests to it need. */
export interface Side {
  readonly name: string;
  readonly port: number;
  readonly server: TestServer;
  readonly callers: Readonly<Record<CallerKind, Caller>>;
  readonly goods: GoodFields;
}

/** One server with a user of each role. */
export async function startSide(): Promise<Side> {
  const world = await createWorld();
  const { server } = world;
  return {
    name: "fast path",
    server,
    port: portOf(server),
    callers: await callersOf(world),
    goods: await goodFields(world),
  };
}

/**
 * Two servers that get the same requests: with the fast path, and with node:http alone. Their databases are copies of
 * each other.
 */
export async function startSides(options: Pick<TestServerOptions, "isSeparate"> = {}): Promise<[Side, Side]> {
  const { server: first, callers, goods } = await startSide();
  await first.stop();
  const { database } = first;
  const copy = await copyDatabase(database);
  const fast = await startTestServer({ database, ...options });
  const node = await startTestServer({ database: copy, flags: ["--http", "node"], ...options });
  return [
    { name: "fast path", server: fast, port: portOf(fast), callers, goods },
    { name: "node:http", server: node, port: portOf(node), callers, goods },
  ];
}

const portOf = ({ url }: TestServer): number => Number(new URL(url).port);

/** The arguments of a good call of every endpoint, from the table of who may call what. */
export async function goodFields(world: World): Promise<GoodFields> {
  const goods = new Map<Endpoint, Record<string, string>>();
  for (const endpoint of endpoints) {
    const [gate, argsOf] = table[`${endpoint.method} ${endpoint.path}` as OperationName] as unknown as Row;
    const actor = world.actors[ROLES.find((role) => gate[role] === undefined) ?? "owner"];
    const args = ((await argsOf?.(world, actor)) ?? {}) as Record<string, unknown>;
    const texts = Object.entries(args).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    goods.set(endpoint, Object.fromEntries(texts) as Record<string, string>);
  }
  return goods;
}
