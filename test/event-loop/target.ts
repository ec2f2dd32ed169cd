import type { Endpoint } from "#api/endpoint.ts";
import type { OperationName } from "#client/client.ts";
import type { CallerKind } from "../fuzz/callers.ts";
import { startSide } from "../fuzz/side.ts";
import { startTestServer } from "../harness/server.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import type { GoodFields } from "../fuzz/generate.ts";
import type { Target } from "./holds.ts";
import { watch, watchedStart } from "./watched.ts";

export interface WatchedServer {
  readonly target: Target;
  readonly goods: GoodFields;
  /** Somebody who may call an endpoint. */
  readonly callerOf: (endpoint: Endpoint) => CallerKind;
  readonly stop: () => Promise<void>;
}

/** A server in a process of its own, with a user of each role. */
export async function startTarget(): Promise<WatchedServer> {
  const { server: first, callers, goods } = await startSide();
  await first.stop();
  const { database } = first;
  const start = watchedStart();
  const server = await startTestServer({ database, isSeparate: true, env: start.env });
  const target = { port: Number(new URL(server.url).port), callers, watch: await watch(start) };
  const callerOf = (endpoint: Endpoint): CallerKind => {
    const row = table[`${endpoint.method} ${endpoint.path}` as OperationName] as unknown as Row | undefined;
    if (row === undefined) return "browser";
    const [gate] = row;
    return ROLES.find((role) => gate[role] === undefined) ?? "owner";
  };
  const stop = async () => {
    target.watch.end();
    await server.stop();
  };
  return { target, goods, callerOf, stop };
}
