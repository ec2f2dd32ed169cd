import { CHANNELS, CONVERSATIONS, type DemoChannel } from "./channels.ts";
import { compose, type Memory } from "./compose.ts";
import { answerAfter, DAY_MS, daysBetween, MINUTE_MS, momentOf } from "./moments.ts";
import { type DemoPerson, firstName } from "./people.ts";
import { type Act, actsFor } from "./plan-acts.ts";
import { type Random, seededRandom } from "./random.ts";
import { talkThread } from "./plan-talk.ts";
import { type Letter, readReplies, readTalk, readThreads, type Thread } from "./threads.ts";

/** Everything that happens in the demonstration, in the order of its time. */
export type Step = PlannedMessage | PlannedReading;

export interface PlannedMessage {
  readonly kind: "message";
  readonly at: number;
  readonly sender: string;
  readonly place: Place;
  readonly content: string;
  /** Actions right after it. */
  readonly acts: Act[];
}

/** A person reads all messages of that time. */
interface PlannedReading {
  readonly kind: "reading";
  readonly at: number;
  readonly reader: string;
}

export type Place =
  | { readonly channel: string; readonly topic: string }
  | { readonly people: readonly string[]; readonly channel?: undefined };

export interface PlanOptions {
  readonly people: readonly DemoPerson[];
  readonly messages: number;
  readonly seed: number;
  /** The period, in UNIX milliseconds. */
  readonly from: number;
  readonly to: number;
}

const MAX_TOPIC_LENGTH = 60;
/** Channels about the product, where a reply that fits everywhere would not fit. */
const WORK = new Set(["engineering", "firmware", "hardware", "meadow", "design", "support", "field trials"]);
const IDLE = new Set(["announcements", "kitchen table", "direct"]);
/** The share of messages that are not in channels. */
const DIRECT_SHARE = 0.09;

/** Whether these people are in a channel or a group. Guests are only where they are named. */
export const membersOf = (
  { teams, also = [] }: Pick<DemoChannel, "teams" | "also">,
  people: readonly DemoPerson[],
): DemoPerson[] =>
  people.filter(({ name, team, role }) => {
    if (role === "guest") return also.includes(firstName(name));
    return teams === undefined ? also.length === 0 || also.includes(firstName(name)) : isIn(name, team, teams, also);
  });

const isIn = (name: string, team: string, teams: readonly string[], also: readonly string[]): boolean =>
  teams.includes(team) || also.includes(firstName(name));

export function planDemo(options: PlanOptions): Step[] {
  const { people, from, to } = options;
  const random = seededRandom(options.seed);
  const threads = readThreads();
  const replies = readReplies();
  const talk = readTalk();
  const usedDays = new Set<string>();
  const rounds = new Map<Thread, number>();
  const usedTopics = new Set<string>();
  const messages: PlannedMessage[] = [];
  const days = daysBetween(random, from, to - DAY_MS);

  // Most people look around as the owner, so the owner has direct messages to read.
  for (const index of [0, 1, 2]) {
    const setting = direct(CONVERSATIONS.filter((names) => names.includes(firstName(people[0]?.name ?? "")))[index]);
    if (setting !== undefined) messages.push(...play(setting, days.at(-1)));
  }
  while (messages.length < options.messages) {
    const setting = random.isLucky(DIRECT_SHARE) ? direct() : inChannel();
    if (setting !== undefined) messages.push(...play(setting).slice(0, options.messages - messages.length));
  }

  function direct(wanted?: readonly string[]): Setting | undefined {
    const names = (wanted === undefined ? CONVERSATIONS : [wanted])
      .map((first) => people.filter(({ name }) => first.includes(firstName(name))))
      .filter(({ length }) => length > 1);
    if (names.length === 0) return undefined;
    const members = random.pick(names);
    const thread = random.pick(threads.filter(({ channel }) => channel === "direct"));
    return { thread, members, place: { people: members.map(({ name }) => name) }, memory: memoryFor(thread, members) };
  }

  function inChannel(): Setting | undefined {
    const channel = random.weighted(CHANNELS, ({ weight }) => weight);
    const left = threads.filter((thread) => thread.channel === channel.name && (rounds.get(thread) ?? 0) < thread.most);
    const isWork = WORK.has(channel.name);
    if (left.length === 0 && !isWork) return undefined;
    const isTalk = left.length === 0 || (isWork && random.isLucky(0.4));
    const thread = isTalk ? talkThread(random, channel.name, talk) : random.pick(left);
    const members = membersOf(channel, people);
    const memory = memoryFor(thread, members);
    const topic = compose(random, thread.topic, memory, to);
    const key = `${channel.name}>${topic}`;
    if (topic.length > MAX_TOPIC_LENGTH || (thread.isResolved && usedTopics.has(key))) return undefined;
    usedTopics.add(key);
    rounds.set(thread, (rounds.get(thread) ?? 0) + 1);
    return { thread, members, place: { channel: channel.name, topic }, memory };
  }

  function memoryFor({ starters }: Thread, members: readonly DemoPerson[]): Memory {
    const names = random.shuffled(members.map(({ name }) => name));
    const starter = names.find((name) => starters.includes(firstName(name))) ?? names[0];
    const others = names.filter((name) => name !== starter);
    const at = (index: number) => (others[index % Math.max(1, others.length)] ?? starter) as string;
    return { words: new Map(), cast: { a: starter as string, b: at(0), c: at(1), d: at(2) } };
  }

  function play({ thread, members, place, memory }: Setting, day = random.pick(days)): PlannedMessage[] {
    const isLasting = thread.isDaily || !thread.topic.includes("{");
    const dayKey = `${thread.channel}>${thread.topic}>${day}`;
    // A topic that goes on for weeks has one round a day.
    if (isLasting && thread.channel !== "direct" && usedDays.has(dayKey)) return [];
    usedDays.add(dayKey);
    const planned: PlannedMessage[] = [];
    let at = momentOf(random, day);
    const say = (sender: string, template: string, reactions: readonly string[]) => {
      if (at > to - MINUTE_MS) return;
      const content = compose(random, template, memory, at);
      const step: PlannedMessage = { kind: "message", at, sender, place, content, acts: [] };
      step.acts.push(...actsFor(random, step, reactions, members));
      planned.push(step);
      at = answerAfter(random, at);
    };
    const unused = random.shuffled(replies);
    for (const [index, beat] of thread.beats.entries()) {
      if (beat.isOptional && random.isLucky(0.35)) continue;
      say(memory.cast[beat.letter], random.pick(beat.texts), beat.reactions);
      while (index > 0 && !thread.isDaily && !IDLE.has(thread.channel) && random.isLucky(0.3)) {
        const others = (Object.keys(memory.cast) as Letter[]).filter(
          (letter) => memory.cast[letter] !== planned.at(-1)?.sender && letter !== "b",
        );
        const reply = unused.pop();
        if (reply !== undefined && others.length > 0) say(memory.cast[random.pick(others)], reply, []);
      }
    }
    planned.at(-1)?.acts.push(...endingOf(random, thread, members, place, isLasting));
    return planned;
  }

  const times = messages.map(({ at }) => at).sort((one, other) => one - other);
  const readings = people.map((person, index): PlannedReading => {
    // Most people have read nearly everything; some were away for days.
    const unread = (index === 0 ? 0.03 : random.pick([0.002, 0.01, 0.02, 0.05, 0.12, 0.4])) * times.length;
    return { kind: "reading", at: times[times.length - 1 - Math.ceil(unread)] ?? to, reader: person.name };
  });
  return [...messages, ...readings].sort((one, other) => one.at - other.at);
}

interface Setting {
  readonly thread: Thread;
  readonly members: readonly DemoPerson[];
  readonly place: Place;
  readonly memory: Memory;
}

/** Some conversations are resolved at their end, continue under another name, or are moved to the right channel. */
function endingOf(
  random: Random,
  thread: Thread,
  members: readonly DemoPerson[],
  place: Place,
  isLasting: boolean,
): Act[] {
  const mover = members.find(({ role }) => ["owner", "administrator", "moderator"].includes(role));
  if (place.channel === undefined || isLasting || mover === undefined) return [];
  if (thread.isResolved) {
    return random.isLucky(0.75) ? [{ kind: "resolve", who: mover.name, topic: place.topic }] : [];
  }
  if (random.isLucky(0.06) && place.topic.length < 45) {
    const topic = `${place.topic}: ${random.pick(["next steps", "follow-up", "decision"])}`;
    return [{ kind: "move", who: mover.name, topic }];
  }
  const home = place.channel === "general" ? "engineering" : place.channel === "support" ? "field trials" : undefined;
  return home !== undefined && random.isLucky(0.15) ? [{ kind: "move", who: mover.name, channel: home }] : [];
}
