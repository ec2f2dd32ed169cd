import { ApiError } from "../api/errors.ts";
import { type DueWork, OWN_FAULT, willPass } from "../jobs/due.ts";
import { renderFor } from "../messages/rendering.ts";
import { failpoint } from "../platform/failpoints.ts";
import { deliver, failDelivery } from "./actions/deliver.ts";
import { type DueMessage, dueMessages, takeScheduled } from "./queries.ts";

/** Delivers scheduled messages when their time has come. */
export const scheduledDelivery: DueWork<DueMessage> = {
  name: "scheduled messages",
  find: dueMessages,
  async perform(realm, row) {
    try {
      const sender = realm.model.users.get(row.userId);
      if (sender === undefined) throw new Error(`scheduled message ${row.id} has an unknown sender`);
      const rendered = await renderFor(realm, sender, row.content);
      await realm.writeAsServer((tx) => deliver(tx, row, rendered));
      if (failpoint("send-then-take")) await realm.writeAsServer((tx) => takeScheduled(tx.sql, tx.realmId, row));
    } catch (error) {
      if (willPass(error)) throw error;
      const isRefusal = error instanceof ApiError;
      await realm.writeAsServer((tx) => failDelivery(tx, row, isRefusal ? error.message : OWN_FAULT));
      if (!isRefusal) throw error;
    }
  },
};
