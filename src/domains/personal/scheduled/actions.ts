import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { onlyTo } from "#engine/log/entry.ts";
import { type RenderedMessage, renderMessage } from "#markup/render.ts";
import {
  sendToChannel,
  sendToPeople,
  type MessageInput,
  readyForChannel,
  readyForPeople,
} from "#domains/conversations/send/actions.ts";
import { widgetOf } from "#domains/conversations/send/widget.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { noticeToPerson } from "#domains/conversations/send/post/actions/notice.ts";
import { unixSeconds } from "#platform/clock.ts";
import { presentScheduled } from "./present.ts";
import {
  markScheduledFailed,
  type ScheduledMessage,
  takeScheduled,
  deleteScheduled,
  insertScheduled,
  replaceScheduled,
  roomTaken,
} from "./queries.ts";
import { scheduledRemoved, scheduledUpdated, scheduledAdded } from "./events.ts";
import { noSuchScheduled, ownScheduled } from "./access.ts";

/** A message that is later than this is not sent, because its sender may no longer mean it. */
const LATEST_SECONDS = 600;

/**
 * Sends a scheduled message as its sender would now. The commit that posts it deletes the row, so that it is posted once,
 * however many processes try and whichever of them crash.
 */
export async function deliver(tx: Tx, scheduled: ScheduledMessage, rendered: RenderedMessage): Promise<void> {
  const sender = activeSender(tx, scheduled);
  if (sender === undefined) throw badRequest("The sender's account is deactivated.");
  if (unixSeconds(tx.now) > scheduled.deliverAt + LATEST_SECONDS) {
    throw badRequest("The message could not be sent at its time.");
  }
  if (!(await takeScheduled(tx.sql, tx.realmId, scheduled))) return;
  const draft = { ...scheduled, rendered, widget: widgetOf(scheduled.content) };
  await (scheduled.type === "stream" ? sendToChannel : sendToPeople)(tx, sender, draft);
  tx.emit(scheduledRemoved, { scheduled_message_id: scheduled.id }, onlyTo(sender));
}

/** Keeps a message that could not be sent until its sender sets another time. */
export async function failDelivery(tx: Tx, scheduled: ScheduledMessage, reason: string): Promise<void> {
  if (!(await markScheduledFailed(tx.sql, tx.realmId, scheduled, reason))) return;
  const sender = activeSender(tx, scheduled);
  // There is nobody to notify.
  if (sender === undefined) return;
  const scheduled_message = presentScheduled({ ...scheduled, failure: reason });
  tx.emit(scheduledUpdated, { scheduled_message }, onlyTo(sender));
  const time = new Date(scheduled.deliverAt * 1000).toISOString().replace(".000Z", "Z");
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

const MAX_SCHEDULED = 1000;
/** Of the texts with their HTML: the whole list is in the state that a client begins with. */
const MAX_BYTES = 8 * 1024 * 1024;

async function checkRoom(
  tx: Tx,
  sender: User,
  { content, rendered }: Pick<NewScheduled, "content" | "rendered">,
  replaced?: number,
): Promise<void> {
  const { count, bytes } = await roomTaken(tx.sql, tx.realmId, sender.id, replaced);
  if (count >= MAX_SCHEDULED) throw badRequest(`You can have at most ${MAX_SCHEDULED} scheduled messages.`);
  if (bytes + Buffer.byteLength(content) + Buffer.byteLength(rendered.html) > MAX_BYTES)
    throw badRequest("Your scheduled messages are too long together.");
}

type To = number | readonly number[];

export interface NewScheduled extends Pick<ScheduledMessage, "type" | "topic" | "content" | "client" | "deliverAt"> {
  readonly to: To;
  readonly rendered: RenderedMessage;
  /** Decides whether the message is read for its sender from the start. */
  readonly senderRead: (isToSelf: boolean) => boolean;
}

/** Stores a message until its time, if its sender could send it now. */
export async function schedule(tx: Tx, sender: User, input: NewScheduled): Promise<number> {
  checkTime(tx, input.deliverAt);
  const to = await checkedRecipients(tx, sender, {
    ...input,
    to: recipientsOf(input.type, input.to),
    senderRead: false,
  });
  await checkRoom(tx, sender, input);
  const { type, topic, content, rendered, client, deliverAt } = input;
  const isToSelf = type === "private" && to.every((id) => id === sender.id);
  const scheduled: ScheduledMessage = {
    id: tx.nextId(),
    userId: sender.id,
    type,
    to,
    topic,
    content,
    client,
    deliverAt,
    renderedContent: rendered.html,
    senderRead: input.senderRead(isToSelf),
    failure: null,
    revision: 0,
  };
  await insertScheduled(tx.sql, tx.realmId, scheduled);
  tx.emit(scheduledAdded, { scheduled_messages: [presentScheduled(scheduled)] }, onlyTo(sender));
  return scheduled.id;
}

export interface ScheduledEdit {
  readonly type?: ScheduledMessage["type"] | undefined;
  readonly to?: To | undefined;
  readonly topic?: string | undefined;
  readonly content?: string | undefined;
  readonly deliverAt?: number | undefined;
  readonly client: string;
  /** A rendering that was made before the write, with its source. */
  readonly prerendered: { readonly content: string; readonly rendered: RenderedMessage };
}

/** Changes the parts that are present. A message that has failed needs another time, which clears the failure. */
export async function editScheduled(tx: Tx, sender: User, id: number, edit: ScheduledEdit): Promise<void> {
  const before = await ownScheduled(tx.sql, tx.realmId, sender, id);
  if (edit.deliverAt !== undefined) checkTime(tx, edit.deliverAt);
  if (before.failure !== null && edit.deliverAt === undefined) {
    throw badRequest("Scheduled delivery time is required to send a message that failed before.");
  }
  const type = edit.type ?? before.type;
  if (type !== before.type) checkNewType(type, edit);
  const content = edit.content ?? before.content;
  const isCurrent = edit.prerendered.content === content;
  const rendered = isCurrent ? edit.prerendered.rendered : renderMessage(content, { model: tx.model, sender });
  const input = {
    type,
    content,
    rendered,
    to: edit.to === undefined ? before.to : recipientsOf(type, edit.to),
    topic: type === "private" ? "" : (edit.topic ?? before.topic),
    client: edit.client,
    senderRead: before.senderRead,
  };
  const isNew = edit.type !== undefined || edit.to !== undefined || edit.content !== undefined;
  if (edit.content !== undefined) await checkRoom(tx, sender, input, id);
  const after: ScheduledMessage = {
    ...before,
    type,
    to: isNew ? await checkedRecipients(tx, sender, input) : before.to,
    topic: input.topic,
    content,
    renderedContent: isNew ? rendered.html : before.renderedContent,
    client: edit.client,
    deliverAt: edit.deliverAt ?? before.deliverAt,
    failure: null,
  };
  await replaceScheduled(tx.sql, tx.realmId, after);
  tx.emit(scheduledUpdated, { scheduled_message: presentScheduled(after) }, onlyTo(sender));
}

/** What was kept for a channel says nothing about people, and the other way round. */
function checkNewType(type: ScheduledMessage["type"], { to, topic = "" }: ScheduledEdit): void {
  if (to === undefined) throw badRequest("Recipient required when updating type of scheduled message.");
  if (type === "stream" && topic === "") {
    throw badRequest("Topic required when updating scheduled message type to channel.");
  }
}

export async function unschedule(tx: Tx, sender: User, id: number): Promise<void> {
  if (!(await deleteScheduled(tx.sql, tx.realmId, sender.id, id))) throw noSuchScheduled();
  tx.emit(scheduledRemoved, { scheduled_message_id: id }, onlyTo(sender));
}

function checkTime(tx: Tx, deliverAt: number): void {
  if (deliverAt <= unixSeconds(tx.now)) throw badRequest("Scheduled delivery time must be in the future.");
}

function recipientsOf(type: ScheduledMessage["type"], to: To): readonly number[] {
  if ((type === "stream") !== (typeof to === "number")) throw badRequest("Invalid data type for recipients");
  return typeof to === "number" ? [to] : to;
}

type CheckedInput = MessageInput & Pick<ScheduledMessage, "type" | "to" | "topic">;

/** Runs all checks of sending, and returns the IDs of the recipients. */
async function checkedRecipients(tx: Tx, sender: User, input: CheckedInput): Promise<readonly number[]> {
  if (input.type === "stream") {
    const { channel } = await readyForChannel(tx, sender, input);
    return [channel.id];
  }
  const { users } = await readyForPeople(tx, sender, input);
  const others = users.map(({ id }) => id).filter((id) => id !== sender.id);
  return others.length === 0 ? [sender.id] : others.sort((a, b) => a - b);
}
