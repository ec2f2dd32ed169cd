import type { Fragment } from "../../db/fragment.ts";
import { isGuest } from "../../model/membership.ts";
import { mayReadChannel } from "../../model/permissions.ts";
import { BITS } from "../flag.ts";
import { hasArrivedFor, isHeld } from "../held.ts";
import type { NarrowContext } from "./context.ts";
import { channelOf } from "./named.ts";
import type { Term } from "./terms.ts";

/** Which messages a narrow is looked up in: a whole channel, all public ones, or what the reader received. */
export function historyOf(context: NarrowContext, terms: readonly Term[]): Fragment[] {
  // What is unread was received, and is where the reader is subscribed.
  if (terms.some(asksForUnread)) return [];
  const isPersonal = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  if (!isPersonal && terms.some((term) => showsAll(context, term))) return [];
  return [ownHistory(context)];
}

export const asksForUnread = ({ operator, operand, negated }: Term): boolean =>
  operator === "is" && operand === "unread" && !negated;

/** Whether the term keeps to messages that the reader may see without having received them. */
function showsAll(context: NarrowContext, term: Term): boolean {
  const { model, reader } = context;
  if (term.negated) return false;
  if (term.operator === "channels") return term.operand === "public" && !isGuest(reader);
  if (term.operator !== "channel") return false;
  const channel = channelOf(context, term);
  return channel.historyPublicToSubscribers && mayReadChannel(model, reader, channel);
}

/** What the reader received, in conversations that they may still read. */
export function ownHistory({ sql, model, reader }: NarrowContext): Fragment {
  const direct = [...(model.conversationsOf.get(reader.id) ?? [])];
  const channels = [...model.channels.values()].filter((channel) => mayReadChannel(model, reader, channel));
  const limited = channels.filter(({ historyPublicToSubscribers }) => !historyPublicToSubscribers);
  const ids = (list: typeof channels) => list.map(({ id }) => id);
  return sql`
    case when m.is_direct then m.conversation_id = any(${direct}::int8[])
    else m.conversation_id = any(${ids(channels)}::int8[]) and (
      coalesce(f.bits, 0) & ${BITS.historical} <> 0
      or ${isHeld(sql, reader.id)}
      or (m.conversation_id = any(${ids(limited)}::int8[]) and ${hasArrivedFor(sql, reader.id)}))
    end`;
}
