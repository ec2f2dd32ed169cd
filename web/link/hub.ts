import { withPresences } from "../state/presence.ts";
import { createBackoff } from "./backoff.ts";
import { clearAll, clearSnapshot, forgetLogout, noteLogout, noteStay, readKept } from "./cache.ts";
import { follow } from "./follow.ts";
import type { Followed } from "./followed.ts";
import { finishLogout } from "./logout.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createPeopleFetch } from "./people-fetch.ts";
import { createPresenceReports } from "./presence-reports.ts";
import type { TabPort, ToLink } from "./protocol.ts";
import { createQueue, type Queue } from "./queue.ts";
import { createRegistrar } from "./registrar.ts";
import { watchSleep } from "./sleep.ts";
import { confirmedKept, currentSession } from "./staying.ts";
import { createStoring } from "./storing.ts";
import { createTabList } from "./tab-list.ts";
import { dropDraftsOfOthers } from "./unsent.ts";

/** The link: one queue, one poll and one outbox for all tabs of a browser. */
export interface Hub {
  receive(message: ToLink, from: TabPort): void;
}

/** A new registration and what tabs fetch are there after a reload that follows soon. */
const STORE_SOON_MS = 300;
/** Very many take a while, and the tabs are told first. */
const STORE_PEOPLE_MS = 3000;
/** A moment for a server that is only slow; after it the queue is asked for what is uncertain. */
const UNCERTAIN_MS = 300;
/** What is begun and not sent stays until it is known who has come. */
const SESSION_BEGUN = () => Promise.all([noteStay(false), clearSnapshot(), forgetLogout()]);

export function createHub(build: string): Hub {
  const followed: Followed = { state: undefined, queueId: undefined, lastEventId: -1 };
  const backoff = createBackoff();
  const storing = createStoring(build, followed);
  const tabs = createTabList(followed, () => storing.messages.current());
  const registrar = createRegistrar();
  /** Another one for each session: what belongs to a former one ends without effect. */
  let run = 0;
  /** Fulfilled when there is a state. */
  let known = Promise.withResolvers<void>();

  const outbox: Outbox = createOutbox({
    queueId: () => followed.queueId,
    ownId: () => followed.state?.ownId ?? -1,
    onChange: () => tabs.tell({ kind: "outbox", outbox: outbox.entries() }),
    onUncertain: () => setTimeout(() => queue.pollAgain(), UNCERTAIN_MS),
  });
  const people = createPeopleFetch(followed, () => {
    tabs.tellPeople();
    storing.storeWithin(STORE_PEOPLE_MS);
  });
  const queue: Queue = createQueue({
    followed,
    people,
    tabs,
    storing,
    outbox,
    registrar,
    backoff,
    onState: () => known.resolve(),
  });
  const presence = createPresenceReports(
    () => followed.state?.ownId,
    (presences) => {
      const { state } = followed;
      if (state !== undefined) followed.state = { ...state, presence: withPresences(state.presence, presences) };
      tabs.tell({ kind: "presences", presences });
    },
  );

  const registerAnew = async (own: number) => {
    const userId = await queue.register(() => own === run);
    if (userId === undefined) return;
    void learnStay(own);
    void dropDraftsOfOthers(userId);
    storing.storeWithin(STORE_SOON_MS);
  };

  /** Asks what the user has chosen at the login. Until then nothing is stored. */
  const learnStay = async (own: number) => {
    const session = await currentSession();
    if (own !== run || session === "unknown" || session?.userId !== followed.state?.ownId) return;
    if (session?.isPersistent !== true) return void clearAll();
    await noteStay(true);
    if (own !== run) return;
    storing.allow();
    outbox.store();
    storing.storeWithin(STORE_SOON_MS);
  };

  const followQueue = (own: number): Promise<void> =>
    follow(backoff, {
      isCurrent: () => own === run,
      ask: (isFirst) => (followed.queueId === undefined ? registerAnew(own) : queue.poll(isFirst, () => own === run)),
      uncertain: () => outbox.uncertain(),
      onLive() {
        tabs.setConnection("live");
        presence.start();
        people.begin();
        void outbox.flush();
      },
      onOffline: () => tabs.setConnection("offline"),
      loseQueue: () => queue.lose(),
      onOtherUser: () => sessionChanged(SESSION_BEGUN),
      onEnd: end,
    });

  const forgetUser = () => {
    queue.abort();
    presence.stop();
    storing.stop();
    registrar.drop();
    known = Promise.withResolvers();
    followed.state = undefined;
    followed.queueId = undefined;
  };

  /** Tabs are told when nothing of the user is stored any more. */
  const end = async (reason: string | undefined) => {
    run += 1;
    const own = run;
    forgetUser();
    await Promise.all([noteStay(false), clearSnapshot()]);
    if (own === run) tabs.end(reason);
  };

  const begin = async () => {
    run += 1;
    const own = run;
    tabs.begin();
    const [{ kept, isLeft }] = await Promise.all([confirmedKept(readKept(build)), outbox.restore()]);
    if (own !== run) return;
    if (isLeft) {
      tabs.setConnection("logged-out");
      return finishLogout(backoff, () => own === run);
    }
    if (kept === undefined) tabs.setConnection("registering");
    else {
      const { queueId, lastEventId, state } = kept.snapshot;
      registrar.drop();
      Object.assign(followed, { queueId, lastEventId });
      storing.messages.clear(lastEventId);
      storing.messages.restore(kept.narrows);
      storing.noteStored(state);
      storing.allow();
      queue.setState(state);
      void learnStay(own);
    }
    await followQueue(own);
  };

  const sessionChanged = async (clear: () => Promise<unknown>): Promise<void> => {
    run += 1;
    const own = run;
    forgetUser();
    await clear();
    if (own === run) await begin();
  };

  const logOut = (isTold: boolean) => {
    outbox.clear();
    void sessionChanged(() => Promise.all([clearAll(), ...(isTold ? [] : [noteLogout()])]));
  };

  /** A tab that has registered by itself fetches before the link has heard of it. */
  const noteFetched = async ({ queueId, fetched }: ToLink & { kind: "fetched" }) => {
    await known.promise;
    if (followed.state === undefined || queueId !== followed.queueId) return;
    storing.messages.add(fetched, followed.state.ownId);
    storing.storeWithin(STORE_SOON_MS);
  };

  watchSleep(() => queue.pollAgain());
  return {
    receive(message, from) {
      switch (message.kind) {
        case "hello":
          tabs.add(from, outbox.entries());
          if (run === 0) void begin();
          return;
        case "shows":
          tabs.noteShown(from, message.position, message.lacksPeople);
          return;
        case "registers":
          if (followed.state === undefined) registrar.expect(from);
          return;
        case "registered":
          registrar.settle(from, message.registered);
          return;
        case "bye":
          tabs.remove(from);
          registrar.settle(from);
          return;
        case "logged-in":
          void sessionChanged(SESSION_BEGUN);
          return;
        case "other-user":
          queue.pollAgain();
          return;
        case "logged-out":
          logOut(message.isTold);
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
          void noteFetched(message);
          return;
        case "opened":
          storing.messages.noteUse(message.key);
          return;
        case "wake":
          if (tabs.connection() !== "live" || message.isOnline) queue.pollAgain();
          return;
        case "active":
          presence.noteActivity();
      }
    },
  };
}
