import type { DueRow, DueWork } from "#engine/jobs/due.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userSetting } from "#domains/records/users/record/settings.ts";
import { activity } from "./idle.ts";
import { insertMissed } from "./queries.ts";
import { dueUnseen, hasDueUnseen, takeUnseen } from "./unseen-queries.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";

/** Checks messages again that came while their readers were present: a reader who was not active since then missed them. */
export const unseenMessages = (site: Site): DueWork<DueRow> => ({
  name: "messages that came while their readers left",
  isComing: hasDueUnseen,
  find: dueUnseen,
  async perform(realm) {
    const { activeAt } = await activity(site, realm);
    await backgroundPool(realm).begin(async (sql) => {
      const missed = (await takeUnseen(sql, realm.id)).flatMap(({ userId, messageId, trigger, notedAt }) => {
        const user = userRecord(realm.model, userId);
        if (user === undefined || (activeAt(userId) ?? 0) > notedAt) return [];
        const delaySeconds = userSetting(user, "email_notifications_batching_period_seconds");
        return [{ userId, messageId, trigger, delaySeconds }];
      });
      await insertMissed(sql, realm.id, missed);
    });
  },
});
