import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { changeableMessage } from "../access.ts";
import { audienceOf, keepersOf } from "../send/post/audience.ts";
import type { User } from "#engine/model/records.ts";
import { MAX_SUBMESSAGE_BYTES, submessageStore } from "#domains/records/messages/submessage.ts";
import { followByParticipating } from "../topics/actions/follow-automatically.ts";
import { noteSubmessages, storedWidget } from "./queries.ts";
import { checkAct } from "./rules.ts";
import { submessageAdded } from "./events.ts";

export interface Addition {
  readonly messageId: number;
  readonly msgType: string;
  /** JSON. */
  readonly content: string;
}

/** Every reader who fetches the message gets all of them. */
const MAX_SUBMESSAGES = 10_000;

/** Adds a submessage to a message that is a widget. Only its author can make it one. */
export async function addSubmessage(tx: Tx, actor: User, { messageId, msgType, content }: Addition): Promise<void> {
  const message = await changeableMessage(tx, actor, messageId);
  const widget = await storedWidget(tx.sql, tx.realmId, message.id, MAX_SUBMESSAGES);
  if (widget === undefined && actor.id !== message.senderId) {
    throw badRequest("You cannot attach a submessage to this message.");
  }
  const { count, bytes } = widget ?? { count: 0, bytes: 0 };
  const isFull = count >= MAX_SUBMESSAGES || bytes + Buffer.byteLength(content) > MAX_SUBMESSAGE_BYTES;
  if (isFull) throw badRequest("Nothing can be added to this message.");
  checkAct(widgetType(widget?.content), parsed(content), actor.id === message.senderId);
  if (widget === undefined) await noteSubmessages(tx.sql, tx.realmId, message.id);
  if (!message.isDirect) await followByParticipating(tx, actor, message.conversationId, message.topic);
  const keepers = await keepersOf(tx, [message]);
  const id = tx.nextId();
  tx.store(submessageStore, { id, messageId: message.id, senderId: actor.id, msgType, content });
  tx.emit(
    submessageAdded,
    {
      msg_type: msgType,
      message_id: message.id,
      submessage_id: id,
      sender_id: actor.id,
      content,
    },
    audienceOf(tx.model, [message], [actor.id, ...keepers([message])]),
  );
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw badRequest("Invalid json for submessage");
  }
}

const widgetType = (widget: string | undefined): unknown =>
  widget === undefined ? undefined : (JSON.parse(widget) as { widget_type?: unknown } | null)?.widget_type;
