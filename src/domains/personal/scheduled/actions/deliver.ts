import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { sendToChannel, sendToPeople } from "#domains/conversations/send/actions.ts";
import { widgetOf } from "#domains/conversations/send/widget.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { noticeToPerson } from "#domains/conversations/post/actions/notice.ts";
import { unixSeconds } from "#platform/clock.ts";
import { presentScheduled } from "../present.ts";
import { markFailed, type ScheduledMessage, takeScheduled } from "../queries.ts";
import { scheduledRemoved, scheduledUpdated } from "../events.ts";

/** A message that is later than this is not sent, because its sender may no longer mean it. */
const LATEST_SECONDS = 600;

/**
 * Sends a scheduled message as its sender would now. The commit that posts it deletes the row, so that it is posted once,
 * however many processes try and whichever of them crash.
 */
export async function deliver(tx: Tx, one: ScheduledMessage, rendered: RenderedMessage): Promise<void> {
  const sender = activeSender(tx, one);
  if (sender === undefined) throw badRequest("The sender's account is deactivated.");
  if (unixSeconds(tx.now) > one.deliverAt + LATEST_SECONDS) {
    throw badRequest("The message could not be sent at its time.");
  }
  if (!(await takeScheduled(tx.sql, tx.realmId, one))) return;
  const draft = { ...one, rendered, widget: widgetOf(one.content) };
  await (one.type === "stream" ? sendToChannel : sendToPeople)(tx, sender, draft);
  tx.emit(scheduledRemoved, { scheduled_message_id: one.id }, onlyTo(sender));
}

/** Keeps a message that could not be sent until its sender sets another time. */
export async function failDelivery(tx: Tx, one: ScheduledMessage, reason: string): Promise<void> {
  if (!(await markFailed(tx.sql, tx.realmId, one, reason))) return;
  const sender = activeSender(tx, one);
  // There is nobody to notify.
  if (sender === undefined) return;
  const scheduled_message = presentScheduled({ ...one, failure: reason });
  tx.emit(scheduledUpdated, { scheduled_message }, onlyTo(sender));
  const time = new Date(one.deliverAt * 1000).toISOString().replace(".000Z", "Z");
  noticeToPerson(
    tx,
    sender,
    `The message that you scheduled for <time:${time}> could not be sent:\n\n> ${reason}\n\n` +
      "You can give it another time among your [scheduled messages](#scheduled).",
    { by: sender },
  );
}

function activeSender(tx: Tx, { userId }: ScheduledMessage): User | undefined {
  const user = userRecord(tx.model, userId);
  return user?.isActive === true && !tx.model.realm.deactivated ? user : undefined;
}
