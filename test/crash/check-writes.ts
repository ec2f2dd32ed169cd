import type { NaiveModel } from "./naive-model.ts";
import type { Operation, Outcome } from "./operations.ts";
import type { Stored, StoredMessage } from "./stored.ts";

/**
 * Compares what is stored with the responses, and updates the model. A response decides whether an operation happened;
 * where there was none, what is stored decides, once and for all.
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
  const requests = Map.groupBy(
    all.filter(({ request }) => request.kind === kind),
    ({ request }) =>
      request.kind === "subscribe" ? request.channel : request.kind === "create-user" ? request.email : "",
  );
  return [...requests].flatMap(([name, operations]) =>
    verdict(`the ${what} ${name}`, strongest(operations), count.get(name)?.length ?? 0),
  );
}

/** The combined outcome of several operations for the same thing. */
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
    all.filter(({ request }) => request.kind === "send" && typeof request.to === "string"),
    ({ request }) => (request as { to: string }).to,
  );
  const idOf = new Map(messages.map(({ content, id }) => [content, id]));
  const joins = Map.groupBy(
    all.flatMap((operation) =>
      operation.request.kind === "subscribe"
        ? operation.request.users.map((user) => ({
            user,
            channel: (operation.request as { channel: string }).channel,
            operation,
          }))
        : [],
    ),
    ({ channel, user }) => `${channel} ${user}`,
  );
  for (const [key, requests] of joins) {
    const { channel, user } = requests[0] as { channel: string; user: number };
    const operations = requests.map(({ operation }) => operation);
    const first = firsts.get(key);
    faults.push(...verdict(`user ${user} in ${channel}`, strongest(operations), first === undefined ? 0 : 1));
    if (first === undefined || model.isIn(channel, user)) continue;
    model.join(channel, user, first);
    faults.push(...checkMoment(channel, user, first, operations, sends.get(channel) ?? [], idOf));
  }
  return faults;
}

/**
 * Checks that a new subscriber received what was sent after the response to the subscription, and nothing from before
 * the request.
 */
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
  return sends.flatMap(({ request, began, ended, outcome }) => {
    const id = request.kind === "send" ? idOf.get(request.marker) : undefined;
    if (id === undefined) return [];
    if (outcome === "ok" && ended < asked && id >= first)
      return [`user ${user} joined ${channel} before they asked to`];
    if (began > answered && id < first) return [`user ${user} joined ${channel} later than the response said`];
    return [];
  });
}

function checkMessages(fresh: readonly Operation[], stored: readonly StoredMessage[], model: NaiveModel): string[] {
  const faults: string[] = [];
  const rows = Map.groupBy(stored, ({ content }) => content);
  const posted = fresh.flatMap(({ user, request, outcome, messageId }) => {
    if (request.kind !== "send" && request.kind !== "schedule") return [];
    const found = rows.get(request.marker) ?? [];
    faults.push(...verdict(`message ${request.marker}`, outcome, found.length));
    const row = found[0];
    if (row === undefined) return [];
    if (messageId !== undefined && messageId !== row.id)
      faults.push(`message ${request.marker} was answered as ${messageId} and is ${row.id}`);
    const { marker, to, readBySender } = request;
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

/** Checks that everybody who asked for a reminder got it once, by its own message. */
function checkReminders(fresh: readonly Operation[], stored: readonly StoredMessage[]) {
  const rows = Map.groupBy(stored, ({ content }) => NOTE.exec(content)?.[1]);
  const faults: string[] = [];
  const posted = fresh.flatMap(({ user, request, outcome }) => {
    if (request.kind !== "remind") return [];
    const found = rows.get(request.marker) ?? [];
    faults.push(...verdict(`reminder ${request.marker}`, outcome, found.length));
    return found.slice(0, 1).map((row) => {
      if (!isAt(row, row.senderId, [user])) faults.push(`reminder ${request.marker} went to somebody else`);
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
