import { matches } from "./predicate.ts";
import {
  type Run,
  type Runs,
  withInserted,
  withNewest,
  withoutFarEnd,
  withoutIds,
  withRun,
  withUnknownNewest,
} from "./ranges.ts";
import { keyOfNarrow, type Narrow } from "./terms.ts";
import { type MessageMap, messageIn, withMessages } from "../state/message-map.ts";
import { isMention } from "../state/unread.ts";
import type { Event, Message } from "../state/registered.ts";

/** Messages that a tab has fetched or received, once each, and which of them narrows consist of. */
export interface Messages {
  readonly byId: MessageMap;
  readonly narrows: ReadonlyMap<string, NarrowRuns>;
}

export interface NarrowRuns {
  readonly narrow: Narrow;
  readonly runs: Runs;
  /** What a search has marked, by message. */
  readonly hits?: ReadonlyMap<number, Hit>;
}

/** A message as a search has found it: its text and its topic with the words marked, and both as they were then. */
export interface Hit extends Pick<Message, "content" | "subject"> {
  readonly match_content: string;
  readonly match_subject: string | undefined;
}

export const NO_MESSAGES: Messages = { byId: new Map(), narrows: new Map() };

export interface Answered {
  readonly messages: readonly Message[];
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
  /** Whether it takes the place of what was known, because events may have been missed. */
  readonly isFresh: boolean;
}

/** Adds what the server answered for a narrow. */
export function withAnswer(state: Messages, narrow: Narrow, { messages, isFresh, ...edges }: Answered): Messages {
  const key = keyOfNarrow(narrow);
  const run: Run = { ids: messages.map(({ id }) => id), ...edges };
  const known = isFresh ? [] : (state.narrows.get(key)?.runs ?? []);
  const joined = withRun(known, run);
  const runs = withoutFarEnd(joined, run.ids, MAX_IN_RUN);
  const hits = new Map(isFresh ? [] : state.narrows.get(key)?.hits);
  if (hits.size > MAX_IN_RUN) hits.clear();
  const added = new Map<number, Message | undefined>();
  for (const found of messages) {
    added.set(found.id, found);
    if (found.match_content === undefined) continue;
    const { match_content, match_subject, ...message } = found;
    hits.set(found.id, { content: found.content, subject: found.subject, match_content, match_subject });
    added.set(found.id, message);
  }
  const narrows = new Map(state.narrows).set(key, { narrow, runs, ...(hits.size > 0 && { hits }) });
  for (const id of idsOnlyIn(joined, runs)) if (!isUsed(narrows, id)) added.set(id, undefined);
  return { byId: withMessages(state.byId, added), narrows };
}

/** Far more than anybody has on the screen, and little memory. */
const MAX_IN_RUN = 3000;

function idsOnlyIn(runs: Runs, others: Runs): readonly number[] {
  const kept = new Set(others.filter((run) => !runs.includes(run)).flatMap(({ ids }) => ids));
  return runs.filter((run) => !others.includes(run)).flatMap(({ ids }) => ids.filter((id) => !kept.has(id)));
}

const isUsed = (narrows: Messages["narrows"], id: number): boolean =>
  [...narrows.values()].some(({ runs }) => runs.some((run) => run.ids.includes(id)));

/** Every change may be repeated: events that come while an answer is on its way are applied again after it. */
export function reduceMessages(state: Messages, event: Event, ownId: number): Messages {
  switch (event.type) {
    case "message":
      return received(state, { ...event.message, flags: event.flags }, ownId);
    case "update_message":
      return revised(state, event, ownId);
    case "delete_message":
      return withoutMessages(state, event.message_ids ?? []);
    case "update_message_flags":
      return flagged(state, event);
    case "reaction":
      return change(state, event.message_id, (message) => withReaction(message, event));
    case "submessage":
      return change(state, event.message_id, (message) => withSubmessage(message, event));
    default:
      return state;
  }
}

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

function received(state: Messages, message: Message, ownId: number): Messages {
  const narrows = mapRuns(state.narrows, ({ narrow, runs }) => {
    const isIn = matches(narrow, message, ownId);
    if (isIn === undefined) return withUnknownNewest(runs);
    return isIn ? withNewest(runs, message.id) : runs;
  });
  return { byId: withMessages(state.byId, new Map([[message.id, message]])), narrows };
}

function revised(state: Messages, event: Of<"update_message">, ownId: number): Messages {
  const isMoved = event.subject !== undefined || event.new_stream_id !== undefined;
  const changes = new Map<number, Message>();
  for (const id of isMoved ? event.message_ids : [event.message_id]) {
    const message = messageIn(state.byId, id);
    if (message === undefined) continue;
    const place = isMoved ? movedTo(event) : {};
    const text = id === event.message_id && event.rendered_content !== undefined ? editedTo(message, event) : {};
    changes.set(id, { ...message, ...place, ...text });
  }
  const byId = withMessages(state.byId, changes);
  if (!isMoved) return { ...state, byId };
  return { byId, narrows: mapRuns(state.narrows, (narrow) => runsAfterMove(narrow, event.message_ids, byId, ownId)) };
}

function movedTo(event: Of<"update_message">): Partial<Message> {
  return {
    ...(event.subject !== undefined && { subject: event.subject }),
    ...(event.topic_links !== undefined && { topic_links: event.topic_links }),
    ...(event.new_stream_id !== undefined && { stream_id: event.new_stream_id }),
    last_moved_timestamp: event.edit_timestamp,
  };
}

function editedTo(message: Message, event: Of<"update_message">): Partial<Message> {
  const kept = (message.flags ?? []).filter((flag) => ["read", "starred", "collapsed", "historical"].includes(flag));
  const mentions = event.flags.filter((flag) => !["read", "starred", "collapsed", "historical"].includes(flag));
  return {
    content: event.rendered_content as string,
    ...(event.is_me_message !== undefined && { is_me_message: event.is_me_message }),
    ...(!event.rendering_only && { last_edit_timestamp: event.edit_timestamp }),
    flags: [...kept, ...mentions],
  };
}

/** A message that is not here may belong to a narrow now: then the narrow is fetched again. */
function runsAfterMove({ narrow, runs }: NarrowRuns, ids: readonly number[], byId: MessageMap, ownId: number): Runs {
  const known = ids.map((id) => [id, messageIn(byId, id)] as const);
  const places = known.map(
    ([id, message]) => [id, message === undefined ? undefined : matches(narrow, message, ownId)] as const,
  );
  if (
    narrow.length > 0 &&
    places.some(([id, isIn]) => isIn === undefined && !runs.some((run) => run.ids.includes(id)))
  ) {
    return [];
  }
  const gone = new Set(places.flatMap(([id, isIn]) => (isIn === false ? [id] : [])));
  return places.reduce((all, [id, isIn]) => (isIn === true ? withInserted(all, id) : all), withoutIds(runs, gone));
}

export function withoutMessages({ byId, narrows }: Messages, ids: readonly number[]): Messages {
  const gone = new Set(ids);
  return {
    byId: withMessages(byId, new Map(ids.map((id) => [id, undefined]))),
    narrows: mapRuns(narrows, ({ runs }) => withoutIds(runs, gone)),
  };
}

function flagged(state: Messages, event: Of<"update_message_flags">): Messages {
  const ids = event.op === "add" && event.all ? allIds(state.byId) : event.messages;
  const changes = new Map<number, Message>();
  for (const id of ids) {
    const message = messageIn(state.byId, id);
    const flags = message?.flags ?? [];
    if (message === undefined || flags.includes(event.flag) === (event.op === "add")) continue;
    changes.set(id, {
      ...message,
      flags: event.op === "add" ? [...flags, event.flag] : flags.filter((flag) => flag !== event.flag),
    });
  }
  return { ...state, byId: withMessages(state.byId, changes) };
}

const allIds = (byId: MessageMap): number[] => [...byId.values()].flatMap((chunk) => [...chunk.keys()]);

function change({ byId, narrows }: Messages, id: number, changed: (message: Message) => Message): Messages {
  const message = messageIn(byId, id);
  return message === undefined
    ? { byId, narrows }
    : { byId: withMessages(byId, new Map([[id, changed(message)]])), narrows };
}

function withReaction(message: Message, event: Of<"reaction">): Message {
  const { emoji_name, emoji_code, reaction_type, user_id } = event;
  const others = message.reactions.filter(
    (reaction) =>
      reaction.user_id !== user_id || reaction.emoji_code !== emoji_code || reaction.reaction_type !== reaction_type,
  );
  if (event.op === "remove") return { ...message, reactions: others };
  if (others.length < message.reactions.length) return message;
  return {
    ...message,
    reactions: [...others, { emoji_name, emoji_code, reaction_type, user_id }] as Message["reactions"],
  };
}

function withSubmessage(message: Message, event: Of<"submessage">): Message {
  const { submessage_id: id, msg_type, content, message_id, sender_id } = event;
  if (message.submessages.some((submessage) => submessage.id === id)) return message;
  return {
    ...message,
    submessages: [...message.submessages, { id, msg_type, content, message_id, sender_id }] as Message["submessages"],
  };
}

function mapRuns(narrows: Messages["narrows"], runsOf: (narrow: NarrowRuns) => Runs): Messages["narrows"] {
  let copy: Map<string, NarrowRuns> | undefined;
  for (const [key, narrow] of narrows) {
    const runs = runsOf(narrow);
    if (runs !== narrow.runs) (copy ??= new Map(narrows)).set(key, { ...narrow, runs });
  }
  return copy ?? narrows;
}

export const isUnreadIn = (message: Message): boolean => !message.flags.includes("read");
export const mentionsUser = (message: Message): boolean => isMention(message.flags ?? []);
