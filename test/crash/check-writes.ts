import type { NaiveModel } from "./naive-model.ts";
import type { Operation, Outcome } from "./operations.ts";
import type { Stored, StoredMessage } from "./stored.ts";

/**
 * Holds what is stored against what was answered, and tells the model what has happened. An answer decides; where there
 * was none, what is stored decides, once and for all.
 */
export function checkWrites(
  all: readonly Operation[],
  fresh: readonly Operation[],
  stored: Stored,
  model: NaiveModel,
): string[] {
  return [
    ...checkExistence("channel", "subscribe", all, stored.channels),
    ...checkExistence("account", "create-user", all, stored.emails),
    ...checkMembers(all, stored, model),
    ...checkMessages(fresh, stored.messages, model),
  ];
}

function checkExistence(
  what: string,
  kind: "subscribe" | "create-user",
  all: readonly Operation[],
  names: readonly string[],
): string[] {
  const count = Map.groupBy(names, (name) => name);
  const wishes = Map.groupBy(
    all.filter(({ wish }) => wish.kind === kind),
    ({ wish }) => (wish.kind === "subscribe" ? wish.channel : wish.kind === "create-user" ? wish.email : ""),
  );
  return [...wishes].flatMap(([name, operations]) =>
    verdict(`the ${what} ${name}`, strongest(operations), count.get(name)?.length ?? 0),
  );
}

/** Of several wishes for the same thing, what they amount to together. */
function strongest(operations: readonly Operation[]): Outcome {
  if (operations.some(({ outcome }) => outcome === "ok")) return "ok";
  return operations.some(({ outcome }) => outcome === "unknown") ? "unknown" : "refused";
}

function verdict(what: string, outcome: Outcome, count: number): string[] {
  if (outcome === "ok" && count !== 1) return [`${what} was acknowledged and is there ${count} times`];
  if (outcome === "refused" && count !== 0) return [`${what} was refused and is there all the same`];
  return count > 1 ? [`${what} is there ${count} times`] : [];
}

function checkMembers(all: readonly Operation[], { members, messages }: Stored, model: NaiveModel): string[] {
  const faults: string[] = [];
  const firsts = new Map(members.map(({ channel, userId, firstMessage }) => [`${channel} ${userId}`, firstMessage]));
  const sends = Map.groupBy(
    all.filter(({ wish }) => wish.kind === "send" && typeof wish.to === "string"),
    ({ wish }) => (wish as { to: string }).to,
  );
  const idOf = new Map(messages.map(({ content, id }) => [content, id]));
  const joins = Map.groupBy(
    all.flatMap((operation) =>
      operation.wish.kind === "subscribe"
        ? operation.wish.users.map((user) => ({
            user,
            channel: (operation.wish as { channel: string }).channel,
            operation,
          }))
        : [],
    ),
    ({ channel, user }) => `${channel} ${user}`,
  );
  for (const [key, wishes] of joins) {
    const { channel, user } = wishes[0] as { channel: string; user: number };
    const operations = wishes.map(({ operation }) => operation);
    const first = firsts.get(key);
    faults.push(...verdict(`user ${user} in ${channel}`, strongest(operations), first === undefined ? 0 : 1));
    if (first === undefined || model.isIn(channel, user)) continue;
    model.join(channel, user, first);
    faults.push(...checkMoment(channel, user, first, operations, sends.get(channel) ?? [], idOf));
  }
  return faults;
}

/** Whoever joined has received what was sent after their joining was answered, and nothing from before it was asked for. */
function checkMoment(
  channel: string,
  user: number,
  first: number,
  joins: readonly Operation[],
  sends: readonly Operation[],
  idOf: ReadonlyMap<string, number>,
): string[] {
  const asked = Math.min(...joins.filter(({ outcome }) => outcome !== "refused").map(({ began }) => began));
  const answered = Math.min(...joins.filter(({ outcome }) => outcome === "ok").map(({ ended }) => ended));
  return sends.flatMap(({ wish, began, ended, outcome }) => {
    const id = wish.kind === "send" ? idOf.get(wish.marker) : undefined;
    if (id === undefined) return [];
    if (outcome === "ok" && ended < asked && id >= first)
      return [`user ${user} joined ${channel} before they asked to`];
    if (began > answered && id < first) return [`user ${user} joined ${channel} later than they were told`];
    return [];
  });
}

function checkMessages(fresh: readonly Operation[], stored: readonly StoredMessage[], model: NaiveModel): string[] {
  const faults: string[] = [];
  const rows = Map.groupBy(stored, ({ content }) => content);
  const posted = fresh.flatMap(({ user, wish, outcome, messageId }) => {
    if (wish.kind !== "send" && wish.kind !== "schedule") return [];
    const found = rows.get(wish.marker) ?? [];
    faults.push(...verdict(`message ${wish.marker}`, outcome, found.length));
    const row = found[0];
    if (row === undefined) return [];
    if (messageId !== undefined && messageId !== row.id)
      faults.push(`message ${wish.marker} was answered as ${messageId} and is ${row.id}`);
    const { marker, to, readBySender } = wish;
    if (row.senderId !== user || !isAt(row, user, to)) faults.push(`message ${marker} is not where it was sent`);
    return [{ id: row.id, marker, sender: user, to, readBySender }];
  });
  const reminded = checkReminders(fresh, stored);
  faults.push(...reminded.faults);
  for (const message of [...posted, ...reminded.posted].sort((a, b) => a.id - b.id)) model.post(message);
  const known = model.messages;
  const stray = stored.findIndex(
    ({ id, content }, index) => known[index]?.id !== id || known[index]?.marker !== content,
  );
  if (stray >= 0) faults.push(`message ${stored[stray]?.id} is stored where the model has ${known[stray]?.id}`);
  else if (stored.length < known.length) faults.push(`${known.length - stored.length} messages are gone`);
  return faults;
}

const NOTE = /^> (r-\d+-\d+)$/m;

/** Whoever wanted to be reminded was told once, by a message of its own. */
function checkReminders(fresh: readonly Operation[], stored: readonly StoredMessage[]) {
  const rows = Map.groupBy(stored, ({ content }) => NOTE.exec(content)?.[1]);
  const faults: string[] = [];
  const posted = fresh.flatMap(({ user, wish, outcome }) => {
    if (wish.kind !== "remind") return [];
    const found = rows.get(wish.marker) ?? [];
    faults.push(...verdict(`reminder ${wish.marker}`, outcome, found.length));
    return found.slice(0, 1).map((row) => {
      if (!isAt(row, row.senderId, [user])) faults.push(`reminder ${wish.marker} went to somebody else`);
      return { id: row.id, marker: row.content, sender: row.senderId, to: [user], readBySender: true };
    });
  });
  return { faults, posted };
}

function isAt(row: StoredMessage, sender: number, to: string | readonly number[]): boolean {
  if (typeof to === "string") return row.channel === to;
  const people = new Set([sender, ...to]);
  return row.userIds?.length === people.size && row.userIds.every((id) => people.has(id));
}
