import type { Fragment } from "../../db/fragment.ts";
import { TRAITS } from "../../posting/message.ts";
import { BITS } from "../flag.ts";
import { wishesOf } from "../muting.ts";
import { MARK } from "../resolved-topic.ts";
import { unreadIds, type UnreadPlaces } from "../unread.ts";
import type { NarrowContext } from "./context.ts";
import { badNarrow, type Term } from "./terms.ts";

const wishes = ({ sql, model, reader }: NarrowContext) => wishesOf(sql, model.realm.id, reader.id);

/** Conditions on what the reader did with a message, and on the state of its topic. */
export function isCondition(context: NarrowContext, operand: string, places: UnreadPlaces): Fragment {
  const { sql, model, reader } = context;
  switch (operand) {
    case "dm":
    case "private":
      return sql`m.is_direct`;
    case "starred":
      return sql`coalesce(f.bits, 0) & ${BITS.starred} <> 0`;
    // Every receiver is mentioned with the whole channel, but not who only found the message later.
    case "mentioned":
      return sql`coalesce(f.bits, 0) & ${BITS.mentioned | BITS.topicWildcardMentioned} <> 0
        or (m.traits & ${TRAITS.channelWildcard} <> 0 and coalesce(f.bits, 0) & ${BITS.historical} = 0)`;
    case "alerted":
      return sql`coalesce(f.bits, 0) & ${BITS.hasAlertWord} <> 0`;
    case "followed":
      return wishes(context).isFollowed;
    case "muted":
      return wishes(context).isMuted;
    case "resolved":
      return sql`not m.is_direct and starts_with(m.topic, ${MARK})`;
    case "unread": {
      const unread = unreadIds(sql, model.realm.id, reader.id, places);
      return sql`m.id = any(array(${unread}))`;
    }
    default:
      throw badNarrow(`unknown 'is' operand '${operand}'`);
  }
}

/** `in:all` changes nothing, negated or not. */
export function inCondition(context: NarrowContext, { operand, negated }: Term): Fragment {
  const { sql } = context;
  if (operand === "all") return negated ? sql`false` : sql`true`;
  if (operand === "home") return sql`not ${wishes(context).isMuted}`;
  throw badNarrow(`unknown 'in' operand '${String(operand)}'`);
}

const WHAT_IT_HAS: Readonly<Record<string, number>> = {
  attachment: TRAITS.hasAttachment,
  image: TRAITS.hasImage,
  link: TRAITS.hasLink,
  reaction: TRAITS.hasReaction,
};

export function hasCondition({ sql }: NarrowContext, operand: string): Fragment {
  const trait = Object.hasOwn(WHAT_IT_HAS, operand) ? WHAT_IT_HAS[operand] : undefined;
  if (trait === undefined) throw badNarrow(`unknown 'has' operand '${operand}'`);
  return sql`m.traits & ${trait} <> 0`;
}
