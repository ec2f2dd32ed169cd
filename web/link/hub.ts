import { withPresences } from "../state/presence.ts";
import type { Event } from "../state/registered.ts";
import { initialState, reduceAll, type State } from "../state/state.ts";
import { inBackground } from "./background.ts";
import { createBackoff } from "./backoff.ts";
import { clearAll, clearSnapshot, forgetLogout, noteLogout, noteStay, readKept } from "./cache.ts";
import { callWith, isAborted, isOtherUser, isTemporary, Refusal, retryAfterMs } from "./http.ts";
import { createSnapshotParts } from "./snapshot-parts.ts";
import { finishLogout } from "./logout.ts";
import { createMessageCache } from "./message-cache.ts";
import { createOutbox } from "./outbox.ts";
import { createPresenceReports } from "./presence-reports.ts";
import type { Connection, Position, TabPort, ToLink, ToTab } from "./protocol.ts";
import { report } from "./report.ts";
import { createRegistrar } from "./registrar.ts";
import { watchSleep } from "./sleep.ts";
import { confirmedKept, currentSession } from "./staying.ts";
import { dropDraftsOfOthers } from "./unsent.ts";
import { writeSnapshot } from "./write-snapshot.ts";

/** The link: one queue, one poll and one outbox for all tabs of a browser. */
export interface Hub {
  receive(message: ToLink, from: TabPort): void;
}

/** Longer than the server lets a poll wait. */
const POLL_TIMEOUT_MS = 100_000;
/** For one that is answered at once: a connection may have died unnoticed while the device slept. */
const FIRST_TIMEOUT_MS = 10_000;
/** The state is kept at most this often: what came since is in the queue. */
const KEEP_EVERY_MS = 3000;
/** What changes nothing that is stored only moves the position, which need not be exact: such events may come twice. */
const KEEP_POSITION_MS = 60_000;
const isPassing = ({ type }: Event): boolean => type === "typing" || type === "presence";
/** A new registration and what tabs fetch are there after a reload that follows soon. */
const KEEP_SOON_MS = 300;

export function createHub(build: string): Hub {
  /** With what each has read from the device or registered by itself. */
  const tabs = new Map<TabPort, Position | undefined>();
  const backoff = createBackoff();
  let state: State | undefined;
  let queueId: string | undefined;
  let lastEventId = -1;
  let connection: Connection = "connecting";
  /** Another one for each session: what belongs to a former one ends without effect. */
  let run = 0;
  let polling = new AbortController();
  /** When events could not be applied. */
  let failedAt = 0;
  let keeping: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  /** Whether the user stays logged in on this device: only then is anything stored. */
  let stays = false;
  const cache = createMessageCache();
  const parts = createSnapshotParts();
  const registrar = createRegistrar();
  /** Fulfilled when there is a state. */
  let known = Promise.withResolvers<void>();

  const tell = (message: ToTab) => {
    for (const tab of tabs.keys()) tab.postMessage(message);
  };
  const setConnection = (next: Connection) => {
    if (next === connection) return;
    connection = next;
    tell({ kind: "connection", connection });
  };
  const tellState = (tab: TabPort) => {
    if (state === undefined || queueId === undefined) return;
    tab.postMessage({ kind: "state", state, messages: cache.current(), position: { queueId, lastEventId } });
  };
  const setState = (next: State) => {
    state = next;
    known.resolve();
    for (const [tab, shown] of tabs) {
      if (shown?.queueId !== queueId || shown?.lastEventId !== lastEventId) tellState(tab);
    }
    // Whose entries are shown depends on who the user is.
    tell({ kind: "outbox", outbox: outbox.entries() });
  };

  /** Ends the poll that waits. The next one asks for what there is and shows whether the server answers. */
  const pollAgain = () => {
    polling.abort();
    polling = new AbortController();
    backoff.wake();
  };
  const outbox = createOutbox({
    queueId: () => queueId,
    ownId: () => state?.ownId ?? -1,
    onChange: () => tell({ kind: "outbox", outbox: outbox.entries() }),
    onUncertain: () => setTimeout(pollAgain, UNCERTAIN_MS),
  });
  const presence = createPresenceReports(
    () => state?.ownId,
    (presences) => {
      if (state !== undefined) state = { ...state, presence: withPresences(state.presence, presences) };
      tell({ kind: "presences", presences });
    },
  );

  const store = async () => {
    keeping = undefined;
    if (state === undefined || queueId === undefined) return;
    const { ownId } = state;
    const changes = parts.takeChanges(state);
    const isStored = await writeSnapshot({ build, ownId, queueId, lastEventId }, changes, cache.takeChanges());
    if (!isStored) dropStored();
  };
  /** What is stored no longer belongs together, or to the queue. */
  const dropStored = () => {
    cache.noteDropped();
    parts.noteDropped();
    void clearSnapshot();
  };
  const keep = (afterMs: number) => {
    if (!stays) return;
    const at = Date.now() + afterMs;
    if (keeping !== undefined && keeping.at <= at) return;
    clearTimeout(keeping?.timer);
    keeping = { at, timer: setTimeout(() => void store(), afterMs) };
  };

  /** All of it, and only then the position: what could not be applied is part of the next registration. */
  const apply = (events: readonly Event[], upTo: number) => {
    if (state === undefined) return;
    if (events.length > 0) {
      const now = Date.now();
      const next = reduceAll(state, events, now);
      cache.apply(events, next.ownId);
      state = next;
      // In one step: a message takes the place of its entry in the outbox.
      const entries = outbox.note(events) ? { outbox: outbox.entries() } : {};
      tell({ kind: "events", events, now, lastEventId: upTo, ...entries });
      keep(events.every(isPassing) ? KEEP_POSITION_MS : KEEP_EVERY_MS);
    }
    lastEventId = upTo;
  };

  const registerAnew = async (own: number) => {
    const registered = await registrar.register(state?.ownId);
    if (own !== run) return;
    ({ queue_id: queueId, last_event_id: lastEventId } = registered);
    cache.clear(lastEventId);
    // Also what another build has stored: until now it may have been all that there is.
    dropStored();
    setState(initialState(registered, Date.now()));
    outbox.noteRegistered();
    void learnStay(own);
    void dropDraftsOfOthers(registered.user_id);
    keep(KEEP_SOON_MS);
  };

  /** Asks what the user has chosen at the login. Until then nothing is stored. */
  const learnStay = async (own: number) => {
    const session = await currentSession();
    if (own !== run || session === "unknown" || session?.userId !== state?.ownId) return;
    if (session?.isPersistent !== true) return void clearAll();
    await noteStay(true);
    if (own !== run) return;
    stays = true;
    outbox.store();
    keep(KEEP_SOON_MS);
  };

  /** One request for events. The first one after a trouble does not wait, so that it shows when the trouble is over. */
  const poll = async (own: number, isFirst: boolean) => {
    const signal = AbortSignal.any([polling.signal, AbortSignal.timeout(isFirst ? FIRST_TIMEOUT_MS : POLL_TIMEOUT_MS)]);
    const args = { queue_id: queueId, last_event_id: lastEventId, dont_block: isFirst };
    const { events } = await callWith({ signal, as: state?.ownId }, "GET /events", args);
    if (own !== run) return;
    const known = events.filter((event): event is Event => event.type !== "heartbeat");
    try {
      apply(
        known,
        events.reduce((newest, { id }) => Math.max(newest, id), lastEventId),
      );
    } catch (error) {
      await giveUpQueue(error, known);
    }
  };

  /** Events cannot be applied: what they say is part of the next registration. */
  const giveUpQueue = async (error: unknown, events: readonly Event[]) => {
    const as = state?.ownId;
    const types = events.map(({ type }) => type);
    report("link", error, types, as);
    if (queueId !== undefined) void inBackground(callWith({ as }, "DELETE /events", { queue_id: queueId }));
    loseQueue();
    // A registration is dear, and the next event may be of the same kind.
    if (Date.now() - failedAt < FAILS_AGAIN_MS) await backoff.pause(FAILED_MS);
    failedAt = Date.now();
  };

  const loseQueue = () => {
    queueId = undefined;
    cache.clear(-1);
    dropStored();
  };

  const follow = async (own: number) => {
    let isFirst = true;
    let refused: Refusal | undefined;
    while (own === run) {
      const settle = outbox.uncertain();
      try {
        if (queueId === undefined) await registerAnew(own);
        else await poll(own, isFirst);
        if (own !== run) return;
        settle?.();
        isFirst = false;
        refused = undefined;
        backoff.reset();
        setConnection("live");
        presence.start();
        void outbox.flush();
      } catch (error) {
        if (own !== run) return;
        if (isOtherUser(error)) return sessionChanged(SESSION_BEGUN);
        if (error instanceof Refusal && error.status === 401) {
          // The first refusal has taken the cookie: the second one does not know any more whose it was.
          if (refused !== undefined) return await end(reasonIn(refused) ?? reasonIn(error));
          // A new password ends the old session: the cookie of the next one may be on its way to this browser.
          refused = error;
          isFirst = true;
          await backoff.pause(NEW_COOKIE_MS);
          continue;
        }
        if (error instanceof Refusal && error.code === "BAD_EVENT_QUEUE_ID") {
          loseQueue();
          continue;
        }
        isFirst = true;
        if (polling.signal.aborted || isAborted(error)) continue;
        if (!isTemporary(error)) loseQueue();
        setConnection("offline");
        await backoff.pause(retryAfterMs(error));
      }
    }
  };

  const forgetUser = () => {
    polling.abort();
    polling = new AbortController();
    presence.stop();
    clearTimeout(keeping?.timer);
    keeping = undefined;
    registrar.drop();
    known = Promise.withResolvers();
    state = undefined;
    queueId = undefined;
    stays = false;
    cache.clear(-1);
  };

  /** Tabs are told when nothing of the user is stored any more: they load themselves anew. */
  const end = async (reason: string | undefined) => {
    run += 1;
    const own = run;
    forgetUser();
    await Promise.all([noteStay(false), clearSnapshot()]);
    if (own !== run) return;
    connection = "logged-out";
    tell({ kind: "connection", connection, ...(reason !== undefined && { reason }) });
  };

  const begin = async () => {
    run += 1;
    const own = run;
    connection = "connecting";
    const [{ kept, isLeft }] = await Promise.all([confirmedKept(readKept(build)), outbox.restore()]);
    if (own !== run) return;
    if (isLeft) {
      setConnection("logged-out");
      return finishLogout(backoff, () => own === run);
    }
    if (kept !== undefined) {
      registrar.drop();
      ({ queueId, lastEventId } = kept.snapshot);
      cache.clear(lastEventId);
      cache.restore(kept.narrows);
      parts.noteStored(kept.snapshot.state);
      stays = true;
      setState(kept.snapshot.state);
      void learnStay(own);
    } else setConnection("registering");
    await follow(own);
  };

  const sessionChanged = async (clear: () => Promise<unknown>): Promise<void> => {
    run += 1;
    const own = run;
    forgetUser();
    await clear();
    if (own === run) await begin();
  };

  const greet = (tab: TabPort) => {
    tabs.set(tab, undefined);
    tellState(tab);
    tab.postMessage({ kind: "outbox", outbox: outbox.entries() });
    tab.postMessage({ kind: "connection", connection });
  };

  watchSleep(pollAgain);
  return {
    receive(message, from) {
      switch (message.kind) {
        case "hello":
          greet(from);
          if (run === 0) void begin();
          return;
        case "shows":
          if (tabs.has(from)) tabs.set(from, message.position);
          return;
        case "registers":
          if (state === undefined) registrar.expect(from);
          return;
        case "registered":
          registrar.settle(from, message.registered);
          return;
        case "bye":
          tabs.delete(from);
          registrar.settle(from);
          return;
        case "logged-in":
          void sessionChanged(SESSION_BEGUN);
          return;
        case "other-user":
          pollAgain();
          return;
        case "logged-out":
          outbox.clear();
          void sessionChanged(() => Promise.all([clearAll(), ...(message.isTold ? [] : [noteLogout()])]));
          return;
        case "send":
          outbox.add(message.outgoing);
          void outbox.flush();
          return;
        case "retry":
          outbox.retry(message.localId);
          void outbox.flush();
          return;
        case "discard":
          outbox.discard(message.localId);
          return;
        case "fetched":
          // A tab that has registered by itself fetches before the link has heard of it.
          void known.promise.then(() => {
            if (state === undefined || message.queueId !== queueId) return;
            cache.add(message.fetched, state.ownId);
            keep(KEEP_SOON_MS);
          });
          return;
        case "opened":
          cache.noteUse(message.key);
          return;
        case "wake":
          if (connection !== "live" || message.isOnline) pollAgain();
          return;
        case "active":
          presence.noteActivity();
      }
    },
  };
}

/** That somebody is not logged in, they see. */
const reasonIn = ({ code, message }: Refusal): string | undefined => (code === "UNAUTHORIZED" ? undefined : message);

const FAILS_AGAIN_MS = 60_000;
const FAILED_MS = 5000;

/** What is begun and not sent stays until it is known who has come. */
const SESSION_BEGUN = () => Promise.all([noteStay(false), clearSnapshot(), forgetLogout()]);

/** As long as an answer takes that is slower than the end of the poll. */
const NEW_COOKIE_MS = 300;

/** A moment for a server that is only slow; after it the queue is asked for what is uncertain. */
const UNCERTAIN_MS = 300;
