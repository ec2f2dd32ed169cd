import type { Operation } from "./operations.ts";

/**
 * The rules in their simplest form: for each user the set of messages that they received, have not read, and have
 * starred. A message goes to the users whom it names, or to those who are in its channel at that moment; it is unread
 * for all of them except for a sender who has read their own. Nothing but the user's own operations changes that.
 */
export interface NaiveModel {
  readonly messages: readonly SentMessage[];
  join(channel: string, user: number, firstMessage: number): void;
  isIn(channel: string, user: number): boolean;
  /** Called in the order of IDs, after all subscriptions in between. */
  post(message: SentMessage): void;
  /** What the user received, in order. */
  inbox(user: number): readonly number[];
  flags(user: number): Flags;
  setFlags(user: number, flags: Flags): void;
}

export interface SentMessage {
  readonly id: number;
  readonly marker: string;
  readonly sender: number;
  readonly to: string | readonly number[];
  readonly readBySender: boolean;
}

export interface Flags {
  readonly unread: ReadonlySet<number>;
  readonly starred: ReadonlySet<number>;
}

export function naiveModel(channels: ReadonlyMap<string, readonly number[]>): NaiveModel {
  const messages: SentMessage[] = [];
  /** Channel to its members, each with the first message that they could receive. */
  const members = new Map<string, Map<number, number>>();
  const inboxes = new Map<number, number[]>();
  const unread = new Map<number, Set<number>>();
  const starred = new Map<number, Set<number>>();
  const of = <Value>(map: Map<number, Value>, user: number, empty: () => Value): Value => {
    const found = map.get(user) ?? empty();
    map.set(user, found);
    return found;
  };
  const membersOf = (channel: string) => {
    const found = members.get(channel) ?? new Map<number, number>();
    members.set(channel, found);
    return found;
  };
  for (const [channel, users] of channels) for (const user of users) membersOf(channel).set(user, 0);

  const receivers = ({ id, sender, to }: SentMessage): number[] =>
    typeof to === "string"
      ? [...membersOf(to)].filter(([, first]) => first <= id).map(([user]) => user)
      : [...new Set([sender, ...to])];

  return {
    messages,
    join: (channel, user, firstMessage) => void membersOf(channel).set(user, firstMessage),
    isIn: (channel, user) => membersOf(channel).has(user),
    post(message) {
      messages.push(message);
      for (const user of receivers(message)) {
        of(inboxes, user, () => []).push(message.id);
        if (user !== message.sender || !message.readBySender) of(unread, user, () => new Set()).add(message.id);
      }
    },
    inbox: (user) => inboxes.get(user) ?? [],
    flags: (user) => ({ unread: of(unread, user, () => new Set()), starred: of(starred, user, () => new Set()) }),
    setFlags(user, flags) {
      unread.set(user, new Set(flags.unread));
      starred.set(user, new Set(flags.starred));
    },
  };
}

/** The flags after a user's operations, one after another. */
function afterOperations(before: Flags, operations: readonly Operation[]): Flags {
  const unread = new Set(before.unread);
  const starred = new Set(before.starred);
  for (const { request } of operations) {
    if (request.kind !== "flag") continue;
    const set = request.flag === "read" ? unread : starred;
    const isAdded = request.flag === "read" ? request.op === "remove" : request.op === "add";
    for (const id of request.messages)
      if (isAdded) set.add(id);
      else set.delete(id);
  }
  return { unread, starred };
}

/** With more, trying out which of them happened takes too long. */
const MAX_UNKNOWN = 12;

/**
 * The flags after a user's operations, of which some may or may not have happened: the combination that leads to what
 * is observed or, if there is none, the one in which none of them happened.
 */
export function resolveFlags(before: Flags, operations: readonly Operation[], observed: Flags): Flags {
  const happened = operations.filter(({ outcome }) => outcome !== "refused");
  const unknown = happened.filter(({ outcome }) => outcome === "unknown").slice(-MAX_UNKNOWN);
  let first: Flags | undefined;
  for (let choice = 0; choice < 2 ** unknown.length; choice += 1) {
    const left = new Set(unknown.filter((_, index) => (choice & (1 << index)) === 0));
    const flags = afterOperations(
      before,
      happened.filter((operation) => !left.has(operation)),
    );
    if (sameSet(flags.unread, observed.unread) && sameSet(flags.starred, observed.starred)) return flags;
    first ??= flags;
  }
  return first ?? before;
}

export const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && a.isSubsetOf(b);
