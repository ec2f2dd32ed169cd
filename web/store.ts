import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { inBackground } from "./link/background.ts";
import type { Kept } from "./link/cache.ts";
import { restoredFrom } from "./link/kept-narrow.ts";
import type { Connection, Link, Outgoing, Position, ToTab } from "./link/protocol.ts";
import { isOwner, page } from "./link/http.ts";
import { createPeopleArriving, type PeoplePiece } from "./link/people-piece.ts";
import { register } from "./link/register.ts";
import { kept, sharedWorker } from "./link/start.ts";
import { joinLink } from "./link/tabs.ts";
import { channelsLostBy, mayLoseMessages, withoutChannels } from "./narrow/lost-access.ts";
import { withPresences } from "./state/presence.ts";
import { type Messages, NO_MESSAGES, reduceMessages } from "./narrow/messages.ts";
import type { Event } from "./state/registered.ts";
import { initialState, reduceAll, type State } from "./state/state.ts";
import { reduceSubscribers, type Subscribers } from "./state/subscribers.ts";
import { reduceTopics, type Topics } from "./state/topics.ts";
import { unreadByConversation } from "./state/unread.ts";

/** What this tab shows. It changes by events of the link, and by `applyHere` for what the user has just done. */
export const state = signal<State | undefined>(undefined);
export const messages = signal<Messages>(NO_MESSAGES);
export const topics = signal<Topics>(new Map());
export const subscribers = signal<Subscribers>(new Map());
export const outbox = signal<readonly Outgoing[]>([]);
export const connection = signal<Connection>("connecting");
/** Changes when events may have been missed, or messages lost: views that show messages fetch them again. */
export const registration = signal(0);
/** Narrows, by key, that events have kept current since. */
export const freshNarrows = new Set<string>();
/** Up to where the state has followed the queue. */
export let position: Position | undefined;

/**
 * The state where there is one for certain: below the view that waits for it. Who reads a part of `current.value` is told
 * when that part is another one: most events change one of them, and what shows the others is not drawn again.
 */
export const current: { readonly value: State; peek(): State } = {
  value: new Proxy({} as State, { get: (_, part: string) => partOf(part as keyof State).value }),
  peek: () => certain(state.peek()),
};

const parts = new Map<keyof State, ReadonlySignal<State[keyof State]>>();

function partOf(part: keyof State): ReadonlySignal<State[keyof State]> {
  const known = parts.get(part) ?? computed(() => certain(state.value)[part]);
  parts.set(part, known);
  return known;
}

function certain(known: State | undefined): State {
  if (known === undefined) throw new Error("nothing is known yet");
  return known;
}

export const people = computed(() => current.value.people);
export const channels = computed(() => current.value.channels);
export const unread = computed(() => current.value.unread);
export const settings = computed(() => current.value.personal.settings);
export const unreadIds = computed(() => unreadByConversation(unread.value));

export const setting = <Value>(name: string, fallback: Value): Value =>
  (settings.value[name] as Value | undefined) ?? fallback;
export const property = <Value>(name: string, fallback: Value): Value =>
  (current.value.organization.properties[name] as Value | undefined) ?? fallback;

/** People who come in pieces. */
const arriving = createPeopleArriving();
/** Whether the state was read from the device, and the link has not told yet whether it is right. */
let isUnconfirmed = false;
let link: Link | undefined;
/** Listeners that need single events: the fetches on their way, notifications. */
const listeners = new Set<(events: readonly Event[]) => void>();

export function onEvents(listener: (events: readonly Event[]) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Gathers the events that come while an answer is on its way, which may be older than they are. */
export async function withEventsMeanwhile<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly meanwhile: readonly Event[] }> {
  const meanwhile: Event[] = [];
  const stop = onEvents((events) => meanwhile.push(...events));
  try {
    return { answer: await ask(), meanwhile };
  } finally {
    stop();
  }
}

export const post: Link["post"] = (message) => link?.post(message);

export function startStore(): void {
  page.onOther = () => {
    post({ kind: "other-user" });
    isOver = true;
    showNothing();
    setTimeout(() => loadAnew(), LINK_MS);
  };
  link = joinLink((message) => batch(() => receive(message)));
  void kept?.then((found) => batch(() => showKept(found)));
  addEventListener("online", () => post({ kind: "wake", isOnline: true }));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") post({ kind: "wake", isOnline: false });
  });
}

/** Whether the session of this page has ended, or is another one's. */
let isOver = false;
/** So long the link may take to remove what is stored. */
const LINK_MS = 2000;

function showNothing(): void {
  state.value = undefined;
  position = undefined;
  unheard.clear();
  messages.value = NO_MESSAGES;
}

/** Nothing that the page knows or has begun outlives its session. */
function loadAnew(reason?: string): void {
  isOver = true;
  showNothing();
  connection.value = "connecting";
  import("#web/link/load-anew.ts").then(
    (part) => part.loadAnew(() => (connection.value = "offline"), reason),
    () => location.reload(),
  );
}

/** Whether the link says that the session of this page has ended, and that nothing of it is stored any more. */
const endsPage = (message: ToTab): boolean =>
  message.kind === "state"
    ? !isOwner(message.state.ownId)
    : message.kind === "connection" &&
      (message.connection === "logged-out" ? page.owner !== undefined : isOver && message.connection === "registering");

function receive(message: ToTab): void {
  if (endsPage(message)) loadAnew("reason" in message ? message.reason : undefined);
  if (isOver) return;
  switch (message.kind) {
    case "state":
      startFrom(message);
      return;
    case "events":
      try {
        apply(message.events, message.now);
        if (position !== undefined) position = { ...position, lastEventId: message.lastEventId };
      } catch (error) {
        askAgain(error, message.events);
      }
      if (message.outbox !== undefined) showOutbox(message.outbox);
      return;
    case "presences":
      if (state.value === undefined) return;
      state.value = { ...state.value, presence: withPresences(state.value.presence, message.presences) };
      return;
    case "people":
      if (state.value !== undefined) showPeople(message, state.value);
      return;
    case "outbox":
      showOutbox(message.outbox);
      return;
    case "connection":
      // The page for logging in says it.
      if (message.reason !== undefined) history.replaceState({ reason: message.reason }, "");
      setConnection(message.connection);
  }
}

function showPeople(piece: PeoplePiece, known: State): void {
  const people = arriving.take(piece, known.people);
  if (people !== undefined) state.value = { ...known, people };
}

/** Events cannot be applied here: the link tells the state that they led to. */
function askAgain(error: unknown, events: readonly Event[]): void {
  const tell = async () => {
    const { report } = await import("#web/link/report.ts");
    const types = events.map(({ type }) => type);
    report("tab", error, types);
  };
  void inBackground(tell());
  post({ kind: "hello" });
}

function setConnection(next: Connection): void {
  // The link is starting, while this tab has begun to register.
  if (next === "connecting" && connection.value === "registering") return;
  connection.value = next;
  // What was kept has been removed: somebody has logged out.
  if (next === "registering" && isUnconfirmed) showNothing();
  if (next !== "connecting") isUnconfirmed = false;
}

/** Shows what the device has, unless the link was quicker. */
function showKept({ kept: found, isLeft }: Kept): void {
  if (state.value !== undefined || connection.value !== "connecting") return;
  if (found === undefined) {
    if (!isLeft) void registerHere();
    return;
  }
  const { state: stored, queueId, lastEventId } = found.snapshot;
  showOwn(stored, restoredFrom(found.narrows), { queueId, lastEventId }, found.snapshot.lacksPeople === true);
  isUnconfirmed = true;
}

/** Registers without waiting for the link, which takes it over. */
async function registerHere(): Promise<void> {
  connection.value = "registering";
  // Without a shared worker the link is in one of the tabs, and registers as soon.
  if (sharedWorker === undefined) return;
  post({ kind: "registers" });
  const registered = await register().then(
    (answer) => answer,
    // The link will say why.
    () => undefined,
  );
  if (registered !== undefined && state.value === undefined && connection.peek() !== "logged-out") {
    const { queue_id: queueId, last_event_id: lastEventId } = registered;
    batch(() => showOwn(initialState(registered, Date.now()), NO_MESSAGES, { queueId, lastEventId }, false));
  }
  // To copy it takes longer than to show it.
  setTimeout(() => post({ kind: "registered", registered }), registered === undefined ? 0 : PAINT_MS);
}

const PAINT_MS = 50;

function showOwn(own: State, found: Messages, from: Position, lacksPeople: boolean): void {
  startFrom({ kind: "state", state: own, messages: found, position: from });
  post({ kind: "shows", position: from, lacksPeople });
}

/** Messages that the link has not told of yet, by local name. */
const unheard = new Map<string, Outgoing>();

/** Sends a message, and shows it without waiting for the link. */
export function send(outgoing: Outgoing): void {
  const shown: Outgoing = { ...outgoing, progress: "sending" };
  unheard.set(shown.localId, shown);
  outbox.value = [...outbox.value, shown];
  post({ kind: "send", outgoing });
}

function showOutbox(told: readonly Outgoing[]): void {
  for (const { localId } of told) unheard.delete(localId);
  const entries = [...told, ...unheard.values()];
  // What this tab has sent is on the screen already: drawing the same again would delay the answer.
  if (JSON.stringify(entries) !== JSON.stringify(outbox.value)) outbox.value = entries;
}

function startFrom(message: ToTab & { kind: "state" }): void {
  if (isOver || !isOwner(message.state.ownId)) return;
  // The link has followed the queue farther than what the device had: its messages are the newer ones.
  const isLater = isUnconfirmed && message.position.queueId === position?.queueId;
  if (isLater) messages.value = NO_MESSAGES;
  isUnconfirmed = false;
  arriving.clear();
  state.value = message.state;
  ({ position } = message);
  topics.value = new Map();
  subscribers.value = new Map();
  fetchAgain();
  if (messages.value.narrows.size > 0) return;
  messages.value = message.messages;
  for (const key of message.messages.narrows.keys()) freshNarrows.add(key);
}

/** Lets views fetch again what they show, and exchange it in place. */
function fetchAgain(): void {
  registration.value += 1;
  freshNarrows.clear();
}

function apply(events: readonly Event[], now: number): void {
  if (state.value === undefined) return;
  const { ownId, channels: before } = state.value;
  state.value = reduceAll(state.value, events, now);
  arriving.note(events);
  const left = withoutChannels(
    messages.value,
    events.flatMap((event) => channelsLostBy(event, before)),
  );
  messages.value = events.reduce((all, event) => reduceMessages(all, event, ownId), left);
  if (events.some((event) => mayLoseMessages(event, ownId))) fetchAgain();
  topics.value = events.reduce(reduceTopics, topics.value);
  subscribers.value = events.reduce((all, event) => reduceSubscribers(all, event, ownId), subscribers.value);
  for (const listener of listeners) listener(events);
}

/** Shows at once what the server will confirm by the same event. */
export const applyHere = (event: DistributiveOmit<Event, "id">): void =>
  batch(() => apply([{ ...event, id: -1 }], Date.now()));

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
