import assert from "node:assert/strict";
import { test } from "node:test";
import { FETCHED, REGISTRATION } from "../../web/link/register.ts";
import type { Registered } from "../../web/state/registered.ts";
import { initialState } from "../../web/state/state.ts";
import { createChannel } from "../harness/channels.ts";
import { startTestServer } from "../harness/server.ts";

const NOW = 1_800_000_000_000;

test("the browser client asks for parts of a registration, which have all that it makes its state of", async () => {
  const { cast } = await startTestServer();
  const { hamlet, iago, othello, polonius } = cast;
  const left = await createChannel(hamlet, { name: "left", subscribers: [hamlet.id, othello.id] });
  await createChannel(othello, { name: "hidden", invite_only: true, subscribers: [othello.id] });
  await createChannel(othello, { name: "elsewhere", subscribers: [othello.id] });
  await hamlet.call("DELETE /users/me/subscriptions", { subscriptions: [left.name] });
  for (const who of [hamlet, iago, othello, polonius]) {
    const stateOf = async (args: object) => {
      const registered = await who.register({ ...REGISTRATION, ...args });
      // When each was asked differs.
      const { presence: _, ...state } = initialState(registered as unknown as Registered, NOW);
      return { state, names: Object.keys(registered) };
    };
    const [all, asked] = [await stateOf({}), await stateOf({ fetch_event_types: FETCHED })];
    assert.deepEqual(asked.state, all.state, who.name);
    assert.ok(all.names.includes("streams") && !asked.names.includes("streams"));
  }
});
