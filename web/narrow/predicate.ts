import { type Conversation, conversationOf, isResolved } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { isMention } from "../state/unread.ts";
import { boundsOf, isWithin } from "./dates.ts";
import { conditionsOf, type Narrow, type Term } from "./terms.ts";

interface Unsent {
  readonly conversation: Conversation;
  readonly content: string;
}

/** Whether a message is in a narrow; `undefined` where only the server can tell. */
export function matches(narrow: Narrow, message: Message, ownId: number): boolean | undefined {
  let isUnknown = false;
  for (const term of conditionsOf(narrow)) {
    const found = matchesTerm(term, message, ownId);
    if (found === undefined) isUnknown = true;
    else if (found === (term.negated === true)) return false;
  }
  return isUnknown ? undefined : true;
}

function matchesTerm({ operator, operand }: Term, message: Message, ownId: number): boolean | undefined {
  switch (operator) {
    case "channel":
      return typeof operand === "number" ? message.stream_id === operand : undefined;
    case "topic":
      return message.type === "stream" && message.subject.toLowerCase() === String(operand).toLowerCase();
    case "dm": {
      const place = conversationOf(message, ownId);
      return place.kind === "direct" && place.userIds.join() === withoutOwn(operand, ownId).join();
    }
    case "dm-including": {
      const place = conversationOf(message, ownId);
      return place.kind === "direct" && withoutOwn(operand, ownId).every((id) => place.userIds.includes(id));
    }
    case "sender":
      return typeof operand === "number" ? message.sender_id === operand : undefined;
    case "id":
      return message.id === Number(operand);
    case "before":
    case "after":
    case "on":
      return isWithin(boundsOf([{ operator, operand }]), message.timestamp);
    case "is":
      return matchesIs(String(operand), message);
    case "has":
      return matchesHas(String(operand), message);
    default:
      return undefined;
  }
}

/** Whether a message that its author has not been able to send yet would be in a narrow, as far as that can be told. */
export function matchesUnsent(narrow: Narrow, { conversation, content }: Unsent, ownId: number): boolean {
  const place =
    conversation.kind === "topic"
      ? { type: "stream", stream_id: conversation.channelId, subject: conversation.topic }
      : { type: "private", subject: "", display_recipient: [ownId, ...conversation.userIds].map((id) => ({ id })) };
  const message = { ...place, id: -1, sender_id: ownId, content, flags: ["read"], reactions: [] };
  return matches(narrow, message as unknown as Message, ownId) === true;
}

const withoutOwn = (operand: Term["operand"], ownId: number): readonly number[] =>
  (operand as readonly number[]).filter((id) => id !== ownId).sort((a, b) => a - b);

function matchesIs(operand: string, message: Message): boolean | undefined {
  const flags = message.flags ?? [];
  switch (operand) {
    case "dm":
    case "private":
      return message.type !== "stream";
    case "starred":
      return flags.includes("starred");
    case "mentioned":
      return isMention(flags);
    case "alerted":
      return flags.includes("has_alert_word");
    case "unread":
      return !flags.includes("read");
    case "resolved":
      return message.type === "stream" && isResolved(message.subject);
    default:
      return undefined;
  }
}

function matchesHas(operand: string, message: Message): boolean | undefined {
  return operand === "reaction" || operand === "reactions" ? message.reactions.length > 0 : undefined;
}
