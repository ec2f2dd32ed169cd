import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { OperationName } from "#client/client.ts";
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

type Viewer = World["actors"][keyof World["actors"]];
type Registration = NonNullable<Parameters<Viewer["client"]["register"]>[0]>;
type Registered = Awaited<ReturnType<Viewer["client"]["register"]>>;
type Drained = Awaited<ReturnType<Viewer["client"]["drain"]>>;

/** A client whose state must be the same whether it follows events or fetches again. */
export interface FollowingClient {
  readonly registration: Registration;
  /** The state before, after these events. */
  readonly follow: (before: Registered, events: Drained) => unknown;
  /** The same as it is fetched. */
  readonly fetched: (registered: Registered) => unknown;
}

/** Holds a client to every operation that changes anything, for an owner, a member and a guest with limited visibility. */
export function everyWrite(title: string, { registration, follow, fetched }: FollowingClient): void {
  suite(title, () => {
    let world: World;
    before(async () => {
      world = await createWorld();
      const members = world.roleGroups["role:members"] as number;
      await world.owner.call("PATCH /realm", { can_access_all_users_group: { new: members } });
    });

    for (const [name, [gate, args, more]] of writes) {
      if (more?.meets !== undefined || LEFT_OUT.includes(name)) continue;
      test(`${name}: state and events are the state for an owner, a member and a guest who does not know everybody`, async () => {
        const [role] = ROLES.filter((allowed) => gate[allowed] === undefined);
        assert.ok(role !== undefined);
        const actor = world.actors[role];
        const viewers = (["owner", "member", "guest"] as const).map((viewer) => world.actors[viewer]);
        const params = await args?.(world, actor);
        const look = () => Promise.all(viewers.map(({ client }) => client.register(registration)));
        const before = await look();
        const answer = await actor.client.call(name, params);
        const events = await Promise.all(viewers.map(({ client }, index) => client.drain(before[index] as never)));
        const after = await look();
        for (const [index, viewer] of viewers.entries()) {
          const kept = follow(before[index] as Registered, events[index] ?? []);
          assert.deepEqual(kept, fetched(after[index] as Registered), viewer.role);
        }
        await more?.undo?.(world, actor, answer);
      });
    }
  });
}
