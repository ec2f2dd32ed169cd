import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { OperationName } from "../../src/client/client.ts";
import { ROLES } from "../security/authorization/gates.ts";
import type { Row } from "../security/authorization/row.ts";
import { table } from "../security/authorization/table.ts";
import { createWorld, type World } from "../security/authorization/world.ts";
import { type ClientState, clientState, reduce } from "./client-state.ts";

const writes = (Object.entries(table) as unknown as [OperationName, Row][]).filter(
  ([name]) => !name.startsWith("GET "),
);

/** After these a user cannot fetch any more who could before. */
const LEFT_OUT: readonly OperationName[] = [
  "DELETE /users/me",
  "POST /users/me/api_key/regenerate",
  "POST /realm/deactivate",
];

/** The newest message is left out: a client learns it only from new messages. */
function eventState(state: ClientState): Omit<ClientState, "newestMessage"> {
  const { newestMessage: _, ...others } = state;
  return others;
}

suite("every operation emits what it changes to everybody concerned", () => {
  let world: World;
  before(async () => {
    world = await createWorld();
    const members = world.roleGroups["role:members"] as number;
    await world.owner.call("PATCH /realm", { can_access_all_users_group: { new: members } });
  });

  for (const [name, [gate, args, more]] of writes) {
    if (more?.meets !== undefined || LEFT_OUT.includes(name)) continue;
    test(`${name}: state and events are the state for an owner, a member and a guest with limited visibility`, async () => {
      const [role] = ROLES.filter((one) => gate[one] === undefined);
      assert.ok(role !== undefined);
      const actor = world.actors[role];
      const viewers = (["owner", "member", "guest"] as const).map((viewer) => world.actors[viewer]);
      const params = await args?.(world, actor);
      const look = () => Promise.all(viewers.map(({ client }) => client.register({ include_subscribers: "true" })));
      const before = await look();
      const answer = await actor.client.call(name, params);
      const events = await Promise.all(viewers.map(({ client }, index) => client.drain(before[index] as never)));
      const after = await look();
      for (const [index, viewer] of viewers.entries()) {
        const kept = reduce(clientState(before[index] as never), events[index] ?? []);
        assert.deepEqual(eventState(kept), eventState(clientState(after[index] as never)), viewer.role);
      }
      await more?.undo?.(world, actor, answer);
    });
  }
});
