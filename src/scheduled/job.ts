import { ApiError } from "../api/errors.ts";
import type { DueWork } from "../jobs/due.ts";
import { renderFor } from "../messages/rendering.ts";
import { failpoint } from "../platform/failpoints.ts";
import { deliver, failDelivery } from "./actions/deliver.ts";
import { type DueMessage, dueMessages, takeScheduled } from "./queries.ts";

const OWN_FAULT = "Something went wrong on the server.";

/** Delivers scheduled messages when their time has come. */
export const scheduledDelivery: DueWork<DueMessage> = {
  name: "scheduled messages",
  find: dueMessages,
  async perform(realm, row) {
    const sender = realm.model.users.get(row.userId);
    if (sender === undefined) throw new Error(`scheduled message ${row.id} has a sender whom the model does not know`);
    const rendered = await renderFor(realm, sender, row.content);
    try {
      await realm.writeAsServer((tx) => deliver(tx, row, rendered));
      if (failpoint("send-then-take")) await realm.writeAsServer((tx) => takeScheduled(tx.sql, tx.realmId, row));
    } catch (error) {
      const isRefusal = error instanceof ApiError;
      // The database will be back.
      if (isRefusal && error.status >= 500) throw error;
      await realm.writeAsServer((tx) => failDelivery(tx, row, isRefusal ? error.message : OWN_FAULT));
      if (!isRefusal) throw error;
    }
  },
};
