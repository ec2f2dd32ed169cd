import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTestModel } from "../../../../test/harness/model.ts";
import { turnsDuring } from "../../../../test/harness/turns.ts";
import { ROLES } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { isPresented } from "./present.ts";
import { newUser } from "./record/new-user.ts";
import { presentAhead } from "./user-lists.ts";

const MANY = 20_000;

const withUsers = (count: number) => {
  const model = emptyTestModel();
  for (let id = 1; id <= count; id += 1) {
    const email = `user${id}@elsinore.example`;
    model.users.set(id, newUser({ id, email, fullName: `User ${id}`, role: ROLES.member, now: 0 }));
  }
  const viewer = newUser({ id: 0, email: "iago@elsinore.example", fullName: "Iago", role: ROLES.owner, now: 0 });
  return {
    realm: { model, state: new Map() } as unknown as RealmRuntime,
    model,
    view: { viewer, clientGravatar: false, withProfile: true },
  };
};

test("others are served while many users are presented for the first time, and none is presented again", async () => {
  const { realm, model, view } = withUsers(MANY + 1);
  assert.ok((await turnsDuring(() => presentAhead(realm, view))) >= 30);
  for (const user of model.users.values()) assert.ok(isPresented(model, user, view));
  assert.equal(await turnsDuring(() => presentAhead(realm, view)), 0);
  const asMember = { ...view, viewer: { ...view.viewer, role: ROLES.member } };
  const [first] = model.users.values();
  assert.ok(first !== undefined && !isPresented(model, first, asMember), "members do not see the address");
});

test("the users of smaller organizations are presented when they are listed", async () => {
  const { realm, model, view } = withUsers(MANY);
  await presentAhead(realm, view);
  for (const user of model.users.values()) assert.ok(!isPresented(model, user, view));
});
