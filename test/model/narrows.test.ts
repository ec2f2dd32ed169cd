import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { ParleyError } from "#client/client.ts";
import { tries } from "../harness/chance.ts";
import { type CastMember, startTestServer, type TestServer } from "../harness/server.ts";

/** A message as the plain filter knows it, for all viewers. */
interface Known {
  readonly id: number;
  readonly by: CastMember;
  readonly channel: string | undefined;
  readonly topic: string;
  readonly content: string;
  /** The users who received it. */
  readonly to: ReadonlySet<number>;
}

interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

const CHANNELS = ["open", "closed", "vault"];
const TOPICS = ["Ghost", "ghost", "✔ play", ""];
const CONTENTS = ["to be or not to be", "see https://example.com/x", "**databases** are 会议记录", "nothing"];

let server: TestServer;
const messages: Known[] = [];
let people: CastMember[] = [];
const members = new Map<string, Set<number>>();
const starred = new Map<number, Set<number>>();
const read = new Map<number, Set<number>>();
const channelIds = new Map<string, number>();

/** A small world with every kind of channel and conversation; the third person joins them late. */
before(async () => {
  server = await startTestServer();
  const { hamlet, othello, cordelia, polonius } = server.cast;
  people = [hamlet, othello, cordelia, polonius];
  for (const who of people) {
    // Topics are followed only on request.
    await who.call("PATCH /settings", { automatically_follow_topics_policy: 4 });
    starred.set(who.id, new Set());
    read.set(who.id, new Set());
  }
  const open = async (name: string, who: CastMember[], options: object = {}) => {
    await hamlet.call("POST /users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: who.map(({ id }) => id),
      ...options,
    });
    members.set(name, new Set([...(members.get(name) ?? []), ...who.map(({ id }) => id)]));
  };
  const post = async (by: CastMember, channel: string, topic: string, content: string) => {
    const { id } = await by.call("POST /messages", { type: "channel", to: channel, topic, content });
    messages.push({ id, by, channel, topic, content, to: new Set(members.get(channel)) });
  };
  const sendDirect = async (by: CastMember, to: CastMember[], content: string) => {
    const ids = [by, ...to].map(({ id }) => id);
    const { id } = await by.call("POST /messages", { type: "direct", to: ids, content });
    messages.push({ id, by, channel: undefined, topic: "", content, to: new Set(ids) });
  };
  await open("open", [hamlet, othello]);
  await open("closed", [hamlet, othello], { invite_only: true, history_public_to_subscribers: true });
  await open("vault", [hamlet, othello], { invite_only: true, history_public_to_subscribers: false });
  const talk = async () => {
    for (const [index, channel] of [...CHANNELS, ...CHANNELS, ...CHANNELS].entries()) {
      const by = index % 2 === 0 ? hamlet : othello;
      await post(by, channel, TOPICS[index % TOPICS.length] as string, CONTENTS[index % CONTENTS.length] as string);
    }
    await sendDirect(hamlet, [othello], CONTENTS[0] as string);
    await sendDirect(othello, [hamlet, cordelia], CONTENTS[1] as string);
    await sendDirect(cordelia, [cordelia], CONTENTS[2] as string);
    await sendDirect(hamlet, [polonius], CONTENTS[3] as string);
  };
  await talk();
  for (const channel of CHANNELS) await open(channel, [cordelia]);
  await talk();
  for (const who of people) {
    const own = messages.filter(({ to }) => to.has(who.id)).map(({ id }) => id);
    const [some, others] = [own.filter((_, index) => index % 3 === 0), own.filter((_, index) => index % 4 === 1)];
    await who.call("POST /messages/flags", { messages: some, op: "add", flag: "starred" });
    await who.call("POST /messages/flags", { messages: others, op: "add", flag: "read" });
    for (const id of some) starred.get(who.id)?.add(id);
    for (const id of others) read.get(who.id)?.add(id);
  }
  const { streams } = await hamlet.call("GET /streams");
  for (const { name, stream_id } of streams) channelIds.set(name, stream_id);
});

const isGuest = (who: CastMember): boolean => who.name === "polonius";
const mayRead = (who: CastMember, channel: string): boolean =>
  members.get(channel)?.has(who.id) === true || (channel === "open" && !isGuest(who));

/** Whether the reader may see a message under a narrow, by what the narrow names. */
function isInHistory(who: CastMember, terms: readonly Term[], message: Known): boolean {
  const isPersonal = terms.some(({ operator, operand }) => operator === "is" && operand !== "resolved");
  const { channel } = message;
  if (channel === undefined) return message.to.has(who.id);
  if (!mayRead(who, channel)) return false;
  const showsAll = terms.some(({ operator, operand, negated }) => {
    if (negated) return false;
    if (operator === "channels") return operand === "public" && !isGuest(who);
    const name = operator === "channel" ? nameOf(operand) : undefined;
    return name !== undefined && name !== "vault" && mayRead(who, name);
  });
  return message.to.has(who.id) || (!isPersonal && showsAll);
}

const nameOf = (operand: unknown): string | undefined =>
  typeof operand === "number" ? CHANNELS.find((name) => channelIds.get(name) === operand) : String(operand);

function matches(who: CastMember, { operator, operand, negated }: Term, message: Known): boolean {
  const { channel, topic, to } = message;
  const isDirect = channel === undefined;
  const holds = (): boolean => {
    switch (operator) {
      case "channel":
        return channel === nameOf(operand);
      case "channels":
        return operand === "public" && channel === "open";
      case "topic":
        return !isDirect && topic.toLowerCase() === String(operand).toLowerCase();
      case "sender":
        return message.by.id === operand;
      case "dm":
        return isDirect && to.symmetricDifference(new Set([who.id, ...(operand as number[])])).size === 0;
      case "dm-including":
        return isDirect && to.has(operand as number);
      case "group-pm-with":
        return isDirect && to.size > 2 && to.has(operand as number);
      case "id":
        return message.id === operand;
      case "has":
        return operand === "link" && message.content.includes("https:");
      case "search":
        return String(operand)
          .split(" ")
          .every((word) => `${topic} ${message.content}`.toLowerCase().includes(word));
      case "is":
        return isState(who, String(operand), message);
      default:
        return true;
    }
  };
  if (operator === "near" || (operator === "in" && operand === "all")) return true;
  return holds() !== negated;
}

function isState(who: CastMember, operand: string, { id, channel, topic }: Known): boolean {
  switch (operand) {
    case "dm":
    case "private":
      return channel === undefined;
    case "starred":
      return starred.get(who.id)?.has(id) === true;
    case "unread":
      return read.get(who.id)?.has(id) !== true;
    case "resolved":
      return channel !== undefined && topic.startsWith("✔ ");
    default:
      return false;
  }
}

const person = fc.nat({ max: 3 });
/** Operators with operands, as functions because the users have IDs only once the server runs. */
const OPERANDS: readonly (readonly [string, (n: number) => unknown])[] = [
  ["channel", (n) => CHANNELS[n % 3]],
  ["channel", (n) => channelIds.get(CHANNELS[n % 3] as string)],
  ["channels", () => "public"],
  ["topic", (n) => TOPICS[n % TOPICS.length]],
  ["sender", (n) => people[n % 4]?.id],
  ["dm", (n) => [people[n % 4]?.id]],
  ["dm", (n) => [people[n % 3]?.id, people[(n + 1) % 3]?.id]],
  ["dm-including", (n) => people[n % 4]?.id],
  ["group-pm-with", (n) => people[n % 4]?.id],
  ["is", (n) => ["dm", "starred", "unread", "resolved", "mentioned", "alerted", "followed", "muted"][n % 8]],
  ["has", (n) => ["link", "image", "reaction", "attachment"][n % 4]],
  ["in", () => "all"],
  ["near", (n) => String(n)],
  ["id", (n) => messages[n % messages.length]?.id],
  ["search", (n) => ["not be", "atabas", "会议", "example", "ghost", "nothing"][n % 6]],
];

const narrow = fc.array(
  fc.record({ kind: fc.nat({ max: OPERANDS.length - 1 }), n: fc.nat({ max: 1000 }), negated: fc.boolean() }),
  { maxLength: 4 },
);

test("any narrow finds what a plain filter finds, and fails only by a refusal", async () => {
  await fc.assert(
    fc.asyncProperty(person, narrow, async (index, chosen) => {
      const who = people[index] as CastMember;
      const terms = chosen.map(({ kind, n, negated }): Term => {
        const [operator, operand] = OPERANDS[kind] as (typeof OPERANDS)[number];
        return { operator, operand: operand(n), negated };
      });
      const ours = new Set(messages.map(({ id }) => id));
      const asked = { anchor: "newest" as const, num_before: 1000, narrow: terms as never };
      const found = await who.call("GET /messages", asked).catch((error: unknown) => {
        if (error instanceof ParleyError && error.code === "BAD_NARROW") return undefined;
        throw error;
      });
      if (found === undefined) return;
      const expected = messages.filter(
        (message) => isInHistory(who, terms, message) && terms.every((term) => matches(who, term, message)),
      );
      assert.deepEqual(
        found.messages.map(({ id }) => id).filter((id) => ours.has(id)),
        expected.map(({ id }) => id),
      );
    }),
    { ...tries(150), endOnFailure: false },
  );
});
