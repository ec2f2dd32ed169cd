import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { OperationName } from "../../src/client/client.ts";
import { REGISTRATION } from "../../web/link/register.ts";
import type { Event, Registered } from "../../web/state/registered.ts";
import { initialState, reduceAll, type State } from "../../web/state/state.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { createWorld, type World } from "../security/authorization/world.ts";

const writes = (Object.entries(table) as unknown as [OperationName, Row][]).filter(
  ([name]) => !name.startsWith("GET "),
);

/** After these a user cannot fetch any more who could before. */
const LEFT_OUT: readonly OperationName[] = [
  "DELETE /users/me",
  "POST /users/me/api_key/regenerate",
  "POST /realm/deactivate",
];

const NOW = 1_800_000_000_000;

/** Presence and typing are delivered to parked polls only, so a late reader does not have them. */
function lasting({ presence: _presence, typing: _typing, ...state }: State): Omit<State, "presence" | "typing"> {
  return state;
}

const stateOf = (registered: unknown): State => initialState(registered as Registered, NOW);

suite("the browser client's state and events are the state that it would fetch", () => {
  let world: World;
  before(async () => {
    world = await createWorld();
    const members = world.roleGroups["role:members"] as number;
    await world.owner.call("PATCH /realm", { can_access_all_users_group: { new: members } });
  });

  for (const [name, [gate, args, more]] of writes) {
    if (more?.meets !== undefined || LEFT_OUT.includes(name)) continue;
    test(`after ${name}, for an owner, a member and a guest who does not know everybody`, async () => {
      const [role] = ROLES.filter((one) => gate[one] === undefined);
      assert.ok(role !== undefined);
      const actor = world.actors[role];
      const viewers = (["owner", "member", "guest"] as const).map((viewer) => world.actors[viewer]);
      const params = await args?.(world, actor);
      const look = () => Promise.all(viewers.map(({ client }) => client.register(REGISTRATION)));
      const before = await look();
      const answer = await actor.client.call(name, params);
      const events = await Promise.all(viewers.map(({ client }, index) => client.drain(before[index] as never)));
      const after = await look();
      for (const [index, viewer] of viewers.entries()) {
        const kept = reduceAll(stateOf(before[index]), (events[index] ?? []) as unknown as Event[], NOW);
        assert.deepEqual(lasting(kept), lasting(stateOf(after[index])), viewer.role);
      }
      await more?.undo?.(world, actor, answer);
    });
  }
});
