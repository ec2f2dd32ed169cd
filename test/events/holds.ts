import assert from "node:assert/strict";
import type { Arguments } from "#client/client.ts";
import { NAMES, type Name } from "../harness/cast.ts";
import type { TestServer } from "../harness/server.ts";
import { clientState, reduce } from "./client-state.ts";

/**
 * Checks for everybody named that what they had, plus the events they got during an action, is what they would fetch
 * now.
 */
export async function holds(
  server: TestServer,
  action: () => Promise<unknown>,
  names: readonly Name[] = NAMES,
  args: Arguments<"POST /register"> = {},
): Promise<void> {
  const register = (name: Name) => server.cast[name].register({ include_subscribers: "true", ...args });
  const queues = await Promise.all(names.map(async (name) => [name, await register(name)] as const));
  await action();
  for (const [name, queue] of queues) {
    const events = await server.cast[name].drain(queue);
    assert.deepEqual(reduce(clientState(queue), events), clientState(await register(name)), name);
  }
}
