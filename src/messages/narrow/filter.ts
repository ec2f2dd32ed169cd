import { readableChannel } from "../../channels/access.ts";
import type { Runner } from "../../db/database.ts";
import type { Fragment } from "../../db/fragment.ts";
import type { Model } from "../../model/model.ts";
import { usersKey } from "../../model/model.ts";
import { mayReadChannel } from "../../model/permissions.ts";
import type { Channel, User } from "../../model/records.ts";
import { EMPTY_TOPIC_NAME } from "../../realm/properties.ts";
import { userByAnyEmail } from "../../users/access.ts";
import { anyUser, systemBotByEmail } from "../../users/system-bots.ts";
import { BITS } from "../flag.ts";
import { unreadIds, unreadPlaces } from "../unread.ts";
import { badNarrow, type Term, wrongOperand } from "./terms.ts";

/** A narrow as conditions on message m, message_flag f and read_state r. */
export interface Filter {
  readonly conditions: readonly Fragment[];
}

interface Context {
  readonly sql: Runner;
  readonly model: Model;
  readonly reader: User;
}

/** A conversation that no message has. */
const NOWHERE = -1;

/** The conditions of a narrow together with those of the history that the reader may search in. */
export function filterOf(context: Context, terms: readonly Term[]): Filter {
  checkKinds(terms);
  const conditions = terms.map((term) => {
    const condition = conditionOf(context, term);
    return term.negated ? context.sql`not (${condition})` : condition;
  });
  const scope = wholeChannel(context, terms) ? [] : [ownHistory(context)];
  return { conditions: [...conditions, ...scope] };
}

function conditionOf(context: Context, term: Term): Fragment {
  const { sql } = context;
  switch (term.operator) {
    case "channel":
      return sql`not m.is_direct and m.conversation_id = ${channelOf(context, term).id}`;
    case "topic": {
      if (typeof term.operand !== "string") throw wrongOperand(term);
      const topic = term.operand === EMPTY_TOPIC_NAME ? "" : term.operand;
      return sql`not m.is_direct and lower(m.topic) = lower(${topic})`;
    }
    case "sender":
      return sql`m.sender_id = ${userOf(context, term, term.operand).id}`;
    case "dm":
      return sql`m.is_direct and m.conversation_id = ${conversationOf(context, term)}`;
    case "is":
      return isCondition(context, term);
    default:
      throw badNarrow(`unknown operator '${term.operator}'`);
  }
}

function isCondition({ sql, model, reader }: Context, term: Term): Fragment {
  switch (term.operand) {
    case "dm":
    case "private":
      return sql`m.is_direct`;
    case "starred":
      return sql`coalesce(f.bits, 0) & ${BITS.starred} <> 0`;
    case "unread": {
      const unread = unreadIds(sql, model.realm.id, reader.id, unreadPlaces(model, reader));
      return sql`m.id = any(array(${unread}))`;
    }
    default:
      throw badNarrow(`unknown 'is' operand '${String(term.operand)}'`);
  }
}

/** A channel out of the reader's sight is as unknown as one that does not exist. */
function channelOf({ model, reader }: Context, term: Term): Channel {
  if (typeof term.operand === "object") throw wrongOperand(term);
  const named =
    typeof term.operand === "number"
      ? model.channels.get(term.operand)
      : model.channelsByName.get(term.operand.trim().toLowerCase());
  const channel = named === undefined ? undefined : readableChannel(model, reader, named);
  if (channel === undefined) throw badNarrow("unknown channel");
  return channel;
}

function userOf({ model }: Context, term: Term, named: Term["operand"]): User {
  if (typeof named === "object") throw wrongOperand(term);
  const user =
    typeof named === "number"
      ? anyUser(model, named)
      : (systemBotByEmail(model, named) ?? userByAnyEmail(model, named));
  if (user === undefined) throw badNarrow("unknown user");
  return user;
}

function conversationOf(context: Context, term: Term): number {
  const { model, reader } = context;
  if (typeof term.operand === "number") throw wrongOperand(term);
  const named =
    typeof term.operand === "string" ? term.operand.split(",").filter((name) => name.trim() !== "") : term.operand;
  if (named.length === 0) return NOWHERE;
  const ids = new Set([reader.id, ...named.map((name) => userOf(context, term, name).id)]);
  const ascending = [...ids].sort((a, b) => a - b);
  return model.conversationsByUsers.get(usersKey(ascending))?.id ?? NOWHERE;
}

/** Terms about channels and terms about direct messages exclude each other. */
function checkKinds(terms: readonly Term[]): void {
  const isOfDirect = (term: Term) =>
    term.operator === "dm" || (term.operator === "is" && (term.operand === "dm" || term.operand === "private"));
  const isOfChannels = (term: Term) => term.operator === "channel" || term.operator === "topic";
  const asked = terms.filter(({ negated }) => !negated);
  if (asked.some(isOfDirect) && asked.some(isOfChannels)) {
    throw badNarrow("No message can be both a channel message and direct message");
  }
}

/** Whether the narrow names a channel whose whole history the reader may see. Personal terms mean their own history. */
function wholeChannel(context: Context, terms: readonly Term[]): boolean {
  if (terms.some(({ operator }) => operator === "is")) return false;
  return terms.some(
    (term) => term.operator === "channel" && !term.negated && channelOf(context, term).historyPublicToSubscribers,
  );
}

/** What the reader received, in conversations that they may still read. */
function ownHistory({ sql, model, reader }: Context): Fragment {
  const direct = [...(model.conversationsOf.get(reader.id) ?? [])];
  const channels = [...model.channels.values()]
    .filter((channel) => mayReadChannel(model, reader, channel))
    .map(({ id }) => id);
  return sql`
    case when m.is_direct then m.conversation_id = any(${direct}::int8[])
    else m.conversation_id = any(${channels}::int8[]) and (
      coalesce(f.bits, 0) & ${BITS.historical} <> 0 or exists (
        select from subscription s
        where s.realm_id = m.realm_id and s.user_id = ${reader.id} and s.channel_id = m.conversation_id
          and s.received @> m.id))
    end`;
}
