import fc from "fast-check";
import type { Arguments } from "#client/client.ts";
import { upload } from "#domains/files/test-support.ts";
import { NAMES, type Name } from "../../harness/cast.ts";
import type { CastMember } from "../../harness/server.ts";
import { GRANTS, isIn, type Message, type Person, type Place, readsMessage, ROLES } from "./ledger.ts";
import { KINDS } from "./situation.ts";
import { KEEPER, type Stage } from "./stage.ts";
import { PRIVACY } from "./world.ts";

/** Random grants and losses. The keeper does nearly all of it, and is everywhere. */
const WEIGHTS = {
  subscribe: 4,
  unsubscribe: 4,
  "change role": 4,
  "change group": 3,
  grant: 4,
  "change privacy": 4,
  archive: 1,
  unarchive: 2,
  send: 8,
  write: 2,
  move: 4,
  retopic: 2,
  edit: 3,
  delete: 2,
  "change history": 1,
  rename: 2,
  describe: 2,
  deactivate: 1,
  reactivate: 2,
  mute: 2,
} as const;
type Kind = keyof typeof WEIGHTS;

export const step = fc.record({
  kind: fc.oneof(
    ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
  ),
  who: fc.constantFrom(...NAMES.filter((name) => name !== KEEPER)),
  place: fc.nat({ max: KINDS.length - 1 }),
  pick: fc.nat({ max: 10_000 }),
});
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Everything that a step may need. */
interface Scene extends Stage {
  readonly keeper: CastMember;
  readonly who: CastMember;
  readonly person: Person;
  readonly place: Place;
  /** A message in a channel that is not archived, if there is any. */
  readonly message: Message | undefined;
  readonly pick: number;
}

export async function perform(stage: Stage, { kind, who: name, place, pick }: Step): Promise<void> {
  const { server, ledger } = stage;
  const movable = ledger.messages.filter((message) => message.place?.isArchived === false);
  await moves[kind]({
    ...stage,
    keeper: server.cast[KEEPER],
    who: server.cast[name],
    person: ledger.people.get(name) as Person,
    place: ledger.places[place] as Place,
    message: movable[pick % movable.length],
    pick,
  });
  ledger.now += 1;
}

const change = (who: CastMember, { id }: Place, update: Partial<Arguments<"PATCH /streams/{stream_id}">>) =>
  who.call("PATCH /streams/{stream_id}", { stream_id: id, ...update });

const moves: Record<Kind, (scene: Scene) => Promise<unknown>> = {
  async subscribe({ keeper, who, person, place, ledger }) {
    if (!person.isActive || isIn(place, who.name)) return;
    await keeper.call("POST /users/me/subscriptions", {
      subscriptions: [{ name: place.name }],
      principals: [who.id],
      send_new_subscription_messages: false,
    });
    enter(place, who.name, ledger.now);
  },
  async unsubscribe({ keeper, who, person, ledger, pick }) {
    const places = ledger.places.filter((place) => isIn(place, who.name));
    const place = places[pick % places.length];
    if (!person.isActive || place === undefined) return;
    await keeper.call("DELETE /users/me/subscriptions", { subscriptions: [place.name], principals: [who.id] });
    leave(place, who.name, ledger.now);
  },
  async "change role"({ keeper, who, person, pick }) {
    const roles = [ROLES.administrator, ROLES.moderator, ROLES.member, ROLES.guest];
    const role = roles[pick % roles.length] as number;
    const isLeap = person.role === ROLES.guest && role === ROLES.administrator;
    if (!person.isActive || role === person.role || isLeap) return;
    await keeper.call("PATCH /users/{user_id}", { user_id: who.id, role });
    person.role = role;
  },
  async "change group"({ keeper, who, person, group, directory, pick }) {
    if (!person.isActive) return;
    const isMember = group.members.has(who.name);
    // A group that the directory has changed once is its own.
    if (group.isManaged || pick % 3 === 0) {
      const edit = { op: isMember ? "remove" : "add", path: "members", value: [{ value: String(who.id) }] };
      await directory.ok("PATCH", `/Groups/${group.inner}`, { Operations: [edit] });
      group.isManaged = true;
    } else {
      const edit = isMember ? { delete: [who.id] } : { add: [who.id] };
      await keeper.call("POST /user_groups/{user_group_id}/members", { user_group_id: group.inner, ...edit });
    }
    if (!group.members.delete(who.name)) group.members.add(who.name);
  },
  async grant({ keeper, who, person, place, group, pick }) {
    if (!person.isActive) return;
    const setting = GRANTS[pick % GRANTS.length] as (typeof GRANTS)[number];
    const [value, names] = [
      [1, new Set<Name>()] as const,
      [group.outer, group.members] as const,
      [{ direct_members: [who.id], direct_subgroups: [] }, new Set([who.name])] as const,
    ][Math.floor(pick / GRANTS.length) % 3] as readonly [never, Set<Name>];
    await change(keeper, place, { [setting]: { new: value } });
    place.grants[setting] = names;
  },
  async "change privacy"({ keeper, place, pick }) {
    const kind = KINDS[pick % KINDS.length] as Place["kind"];
    if (kind === place.kind) return;
    await change(keeper, place, PRIVACY[kind]);
    place.kind = kind;
  },
  async archive({ keeper, place }) {
    if (place.isArchived) return;
    await keeper.call("DELETE /streams/{stream_id}", { stream_id: place.id });
    place.isArchived = true;
  },
  async unarchive({ keeper, ledger }) {
    const place = ledger.places.find(({ isArchived }) => isArchived);
    if (place === undefined) return;
    await change(keeper, place, { is_archived: false });
    place.isArchived = false;
  },
  async send({ server, keeper, who, place, ledger, newWord, pick }) {
    if (place.isArchived) return;
    const sender =
      isIn(place, who.name) && ledger.people.get(who.name)?.isActive === true && pick % 3 === 0 ? who : keeper;
    const [topic, word] = [pick % 2 === 0 ? newWord() : (topicIn(ledger.messages, place) ?? newWord()), newWord()];
    const url = sender === keeper && pick % 3 !== 2 ? await upload(server, keeper) : undefined;
    const text = pick % 5 === 0 ? `${word} @**${who.fullName}**` : word;
    const content = url === undefined ? text : `${text} [with this](${url})`;
    const { id } = await sender.call("POST /messages", { type: "channel", to: place.id, topic, content });
    const words = { topic, topics: new Set([topic]), texts: [word] };
    const message = { id, sender: sender.name, place, people: new Set<Name>(), came: ledger.now, ...words };
    ledger.messages.push(message);
    if (url !== undefined) ledger.files.push({ url, message });
  },
  async write({ keeper, who, person, ledger, newWord }) {
    if (!person.isActive) return;
    const word = newWord();
    const { id } = await keeper.call("POST /messages", { type: "direct", to: [who.id], content: word });
    const people = new Set([keeper.name, who.name]);
    const words = { topic: "", topics: new Set<string>(), texts: [word] };
    ledger.messages.push({ id, sender: keeper.name, place: undefined, people, came: ledger.now, ...words });
  },
  async move({ keeper, place, message, ledger }) {
    if (message === undefined || message.place === place || place.isArchived) return;
    await revise(keeper, message, { stream_id: place.id });
    Object.assign(message, { place, came: ledger.now });
  },
  async retopic({ keeper, message, newWord, ledger }) {
    if (message === undefined) return;
    const [old, topic] = [message.topic, newWord()];
    await revise(keeper, message, { topic, propagate_mode: "change_all" });
    for (const neighbor of ledger.messages) {
      if (neighbor.place !== message.place || neighbor.topic !== old) continue;
      neighbor.topic = topic;
      neighbor.topics.add(topic);
    }
  },
  async edit({ keeper, message, newWord, ledger }) {
    if (message?.sender !== keeper.name) return;
    const word = newWord();
    await revise(keeper, message, { content: word });
    for (const file of ledger.files) if (file.message === message) file.message = undefined;
    message.texts.push(word);
  },
  async delete({ keeper, message, ledger }) {
    if (message === undefined) return;
    await keeper.call("DELETE /messages/{message_id}", { message_id: message.id });
    ledger.past.push(...ledger.messages.splice(ledger.messages.indexOf(message), 1));
  },
  async "change history"({ keeper, ledger, pick }) {
    const policy = (["all", "moves", "none"] as const)[pick % 3] ?? "all";
    await keeper.call("PATCH /realm", { message_edit_history_visibility_policy: policy });
    ledger.history = policy;
  },
  async rename({ keeper, place, newWord }) {
    const name = newWord();
    await change(keeper, place, { new_name: name });
    place.name = name;
    place.words.add(name);
  },
  async describe({ keeper, place, newWord }) {
    const description = newWord();
    await change(keeper, place, { description });
    place.description = description;
    place.words.add(description);
  },
  async deactivate({ keeper, who, person, ledger, directory, pick }) {
    if (!person.isActive) return;
    if (pick % 2 === 0) await directory.ok("PUT", `/Users/${who.id}`, { active: false });
    else await keeper.call("DELETE /users/{user_id}", { user_id: who.id });
    person.isActive = false;
    person.left = ledger.places.filter((place) => isIn(place, who.name));
    for (const place of person.left) leave(place, who.name, ledger.now);
  },
  async reactivate({ keeper, ledger, server, directory, pick }) {
    const person = [...ledger.people.values()].find(({ isActive }) => !isActive);
    if (person === undefined) return;
    const { id } = server.cast[person.name];
    if (pick % 2 === 0) await directory.ok("PUT", `/Users/${id}`, { active: true });
    else await keeper.call("POST /users/{user_id}/reactivate", { user_id: id });
    person.isActive = true;
    for (const place of person.left) enter(place, person.name, ledger.now);
  },
  async mute({ who, message, ledger, pick }) {
    if (message?.place === undefined || !readsMessage(ledger, who.name, message)) return;
    const topic = { stream_id: message.place.id, topic: message.topic, visibility_policy: (pick % 3) + 1 };
    await who.call("POST /user_topics", topic);
  },
};

const topicIn = (messages: readonly Message[], place: Place): string | undefined =>
  messages.findLast((message) => message.place === place)?.topic;

/** Without notices, which would show the name of one channel in the other. */
const revise = (keeper: CastMember, { id }: Message, edit: Partial<Arguments<"PATCH /messages/{message_id}">>) =>
  keeper.call("PATCH /messages/{message_id}", {
    message_id: id,
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
    ...edit,
  });

function enter({ stays }: Place, name: Name, now: number): void {
  stays.set(name, [...(stays.get(name) ?? []), [now, Infinity]]);
}

function leave({ stays }: Place, name: Name, now: number): void {
  const last = stays.get(name)?.at(-1);
  if (last !== undefined) last[1] = now;
}
