import { withinChannels } from "#engine/model/access/within-channels.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { WriteGuard } from "#engine/runtime/write-guards.ts";

/** The organization as a caller finds it whose key is for some channels only. Its writes need the guard below. */
export const realmWithin = (realm: RealmRuntime, channelIds: readonly number[]): RealmRuntime =>
  Object.create(realm, { model: { get: () => withinChannels(realm.model, channelIds) } }) as RealmRuntime;

/** Lets an action find these channels only. */
export const channelsGuard = (channelIds: readonly number[]): WriteGuard => ({
  kind: "channels",
  around: (action) => (tx, actor) =>
    action(Object.create(tx, { model: { get: () => withinChannels(tx.model, channelIds) } }) as Tx, actor),
});
