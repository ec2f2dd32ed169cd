import assert from "node:assert/strict";
import { test } from "node:test";
import { apply } from "#engine/model/apply.ts";
import { emptyTestModel } from "../harness/model.ts";
import { putChannel } from "#engine/model/mutations.ts";
import { received } from "#engine/model/access/permissions.ts";

const channel = {
  ...{ id: 1, name: "a", description: "", renderedDescription: "", createdAt: 0, creatorId: null, inviteOnly: true },
  ...{ isWebPublic: false, historyPublicToSubscribers: false, isArchived: false, isDefault: false },
  ...{ messageRetentionDays: null, topicsPolicy: "inherit" as const, firstMessageId: null, settings: {} },
  ...{ folderId: null, isRecentlyActive: true, weeklyTraffic: null, subscribedGroups: [] },
};

test("a user who leaves and comes back received what was sent while they were subscribed", () => {
  const model = emptyTestModel();
  putChannel(model, channel);
  apply(model, { kind: "subscribed", channelId: 1, userIds: [7], from: 10 });
  apply(model, { kind: "unsubscribed", channelId: 1, userIds: [7], until: 20 });
  apply(model, { kind: "subscribed", channelId: 1, userIds: [7], from: 30 });
  const got = [9, 10, 19, 20, 29, 30, 1000].map((id) => received(model, 7, 1, id));
  assert.deepEqual(got, [false, true, true, false, false, true, true]);
  apply(model, { kind: "unsubscribed", channelId: 1, userIds: [7], until: 40 });
  apply(model, { kind: "subscribed", channelId: 1, userIds: [7], from: 40 });
  assert.equal(model.subscribers.get(1)?.get(7), 30, "coming back before anything was sent continues");
});
