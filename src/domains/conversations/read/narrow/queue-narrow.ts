import { badRequest } from "#platform/errors.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Model } from "#engine/model/model.ts";
import { apiEmail } from "#domains/records/users/present.ts";
import { anyUser } from "#domains/records/users/bots/system-bots.ts";
import type { Message } from "#domains/records/messages/message.ts";
import { caseless } from "#platform/characters.ts";
import { isResolved } from "#domains/conversations/topics/resolved-topic.ts";
import { namedTopic } from "#domains/conversations/topics/topic.ts";

export type QueueNarrow = readonly (readonly [string, string])[];

const OPERATORS = new Set(["channel", "stream", "topic", "sender", "is"]);

/** Refuses operators that a queue does not support. */
export function checkQueueNarrow(narrow: QueueNarrow): void {
  for (const [operator, operand] of narrow) {
    if (!OPERATORS.has(operator)) throw badRequest(`Operator ${operator} not supported.`);
    if (operator === "is" && operand === "followed") throw badRequest("Operator is:followed not supported.");
  }
}

/** Whether a message passes all terms of a queue's narrow. */
export function matchesQueueNarrow(
  model: Model,
  narrow: QueueNarrow,
  message: Message,
  flags: readonly string[],
): boolean {
  return narrow.every(([operator, operand]) => matchesTerm(model, operator, operand, message, flags));
}

function matchesTerm(
  model: Model,
  operator: string,
  operand: string,
  message: Message,
  flags: readonly string[],
): boolean {
  switch (operator) {
    case "channel":
    case "stream":
      return (
        !message.isDirect && caseless(channelRecord(model, message.conversationId)?.name ?? "") === caseless(operand)
      );
    case "topic":
      return !message.isDirect && caseless(message.topic) === caseless(namedTopic(operand));
    case "sender": {
      const sender = anyUser(model, message.senderId);
      return sender !== undefined && caseless(apiEmail(model, sender)) === caseless(operand);
    }
    default:
      return matchesIs(operand.toLowerCase(), message, flags);
  }
}

function matchesIs(operand: string, message: Message, flags: readonly string[]): boolean {
  switch (operand) {
    case "dm":
    case "private":
      return message.isDirect;
    case "starred":
      return flags.includes("starred");
    case "unread":
      return !flags.includes("read");
    case "mentioned":
    case "alerted":
      return flags.includes("mentioned");
    case "resolved":
      return !message.isDirect && isResolved(message.topic);
    default:
      return true;
  }
}
