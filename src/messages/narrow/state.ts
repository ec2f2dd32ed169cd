import type { Fragment } from "../../db/fragment.ts";
import { BITS } from "../flag.ts";
import { RESOLVED_PREFIX } from "../queue-narrow.ts";
import { unreadIds, unreadPlaces } from "../unread.ts";
import type { NarrowContext } from "./context.ts";
import { badNarrow, type Term } from "./terms.ts";

/** Conditions on what the reader did with a message, and on the state of its topic. */
export function isCondition({ sql, model, reader }: NarrowContext, operand: string): Fragment {
  switch (operand) {
    case "dm":
    case "private":
      return sql`m.is_direct`;
    case "starred":
      return sql`coalesce(f.bits, 0) & ${BITS.starred} <> 0`;
    case "resolved":
      return sql`not m.is_direct and starts_with(m.topic, ${RESOLVED_PREFIX})`;
    case "unread": {
      const unread = unreadIds(sql, model.realm.id, reader.id, unreadPlaces(model, reader));
      return sql`m.id = any(array(${unread}))`;
    }
    default:
      throw badNarrow(`unknown 'is' operand '${operand}'`);
  }
}

/** `in:all` changes nothing, negated or not. */
export function inCondition({ sql }: NarrowContext, { operand, negated }: Term): Fragment {
  if (operand === "all") return negated ? sql`false` : sql`true`;
  if (operand === "home") return sql`true`;
  throw badNarrow(`unknown 'in' operand '${String(operand)}'`);
}
