import assert from "node:assert/strict";
import { test } from "node:test";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { authenticate, type AuthSite } from "./auth.ts";
import { systemClock } from "#platform/clock.ts";
import { createKeys, type Keys } from "#platform/keys.ts";
import { createLogger } from "#platform/logger.ts";

test("a header is cached in the usual form only, and never in one of its endless other spellings", () => {
  const user = { id: 7, keyGeneration: 1, isActive: true, botType: null } as User;
  const users = new Map([[7, user]]);
  const usersByEmail = new Map([["hamlet@localhost", user]]);
  const model = { users, usersByEmail, apiKeysByHash: new Map(), host: "localhost", realm: { deactivated: false } };
  const realm = { id: 1, model, state: new Map() };
  const keys = createKeys("secret");
  let proofs = 0;
  const counting: Keys = { ...keys, apiKey: (...of) => ((proofs += 1), keys.apiKey(...of)) };
  const site: AuthSite = { keys: counting, clock: systemClock, log: createLogger("silent") };
  const text = Buffer.from(`hamlet@localhost:${keys.apiKey(1, 7, 1)}`).toString("base64");
  const proofsOf = (authorization: string) => {
    proofs = 0;
    for (let n = 0; n < 3; n += 1) {
      assert.equal(authenticate(site, realm as unknown as RealmRuntime, { authorization }).user, user);
    }
    return proofs;
  };
  assert.equal(proofsOf(`Basic ${text}`), 1);
  assert.equal(proofsOf(`Basic ${text}${"!".repeat(10_000)}`), 3);
  assert.equal(proofsOf(`Basic${" ".repeat(10_000)}${text}`), 3);
  users.set(7, { ...user });
  proofs = 0;
  authenticate(site, realm as unknown as RealmRuntime, { authorization: `Basic ${text}` });
  assert.equal(proofs, 1, "a changed user is verified again");
});
