import type { DueWork } from "#engine/jobs/due.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { deliver, failDelivery } from "./actions.ts";
import { type DueMessage, dueMessages, hasDueMessages } from "./queries.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";

export const scheduledDelivery: DueWork<DueMessage, RenderedMessage> = {
  name: "scheduled messages",
  isComing: hasDueMessages,
  find: dueMessages,
  async prepare(realm, row) {
    const sender = userRecord(realm.model, row.userId);
    if (sender === undefined) throw new Error(`scheduled message ${row.id} has an unknown sender`);
    return renderFor(realm, sender, row.content);
  },
  async perform(realm, row, rendered) {
    await realm.writeAsServer((tx) => deliver(tx, row, rendered));
  },
  giveUp: (realm, row, reason) => realm.writeAsServer((tx) => failDelivery(tx, row, reason)),
};
