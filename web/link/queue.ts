import type { Event } from "../state/registered.ts";
import { initialState, reduceAll, type State } from "../state/state.ts";
import { inBackground } from "./background.ts";
import type { Backoff } from "./backoff.ts";
import type { Followed } from "./followed.ts";
import { callWith } from "./http.ts";
import type { Outbox } from "./outbox.ts";
import type { PeopleFetch } from "./people-fetch.ts";
import type { Registrar } from "./registrar.ts";
import { report } from "./report.ts";
import type { Storing } from "./storing.ts";
import type { TabList } from "./tab-list.ts";

/** The user's queue: registered, polled and lost. */
export interface Queue {
  /** Registers anew, and follows that unless the session is over by then. Returns whose it is. */
  register(isCurrent: () => boolean): Promise<number | undefined>;
  /** One request for events, which are applied unless the session is over by then. */
  poll(isFirst: boolean, isCurrent: () => boolean): Promise<void>;
  /** Ends the poll that waits. The next one asks for what there is and shows whether the server answers. */
  pollAgain(): void;
  /** Ends the poll that waits, of somebody who is gone. */
  abort(): void;
  /** Begins with a state: the one of a registration, or the one that was stored. */
  setState(state: State): void;
  /** The server no longer has the queue, or nothing can be done with it. */
  lose(): void;
}

interface Parts {
  readonly followed: Followed;
  readonly tabs: TabList;
  readonly people: PeopleFetch;
  readonly storing: Storing;
  readonly outbox: Outbox;
  readonly registrar: Registrar;
  readonly backoff: Backoff;
  readonly onState: () => void;
}

/** Longer than the server lets a poll wait. */
const POLL_TIMEOUT_MS = 100_000;
/** For one that is answered at once: a connection may have died unnoticed while the device slept. */
const FIRST_TIMEOUT_MS = 10_000;
/** The state is stored at most this often: what came since is in the queue. */
const STORE_EVERY_MS = 3000;
/** What changes nothing that is stored only moves the position, which need not be exact: such events may come twice. */
const STORE_POSITION_MS = 60_000;
const isPassing = ({ type }: Event): boolean => type === "typing" || type === "presence";
const FAILS_AGAIN_MS = 60_000;
const FAILED_MS = 5000;

export function createQueue({ followed, tabs, people, storing, outbox, registrar, backoff, onState }: Parts): Queue {
  let polling = new AbortController();
  /** When events could not be applied. */
  let failedAt = 0;

  const abort = () => {
    polling.abort();
    polling = new AbortController();
  };
  const lose = () => {
    followed.queueId = undefined;
    storing.messages.clear(-1);
    storing.drop();
  };
  const setState = (state: State) => {
    followed.state = state;
    onState();
    tabs.tellState();
    // Whose entries are shown depends on who the user is.
    tabs.tell({ kind: "outbox", outbox: outbox.entries() });
  };

  /** All of it, and only then the position: what could not be applied is part of the next registration. */
  const apply = (events: readonly Event[], upTo: number) => {
    const { state } = followed;
    if (state === undefined) return;
    if (events.length > 0) {
      const now = Date.now();
      const next = reduceAll(state, events, now);
      people.note(events);
      storing.messages.apply(events, next.ownId);
      followed.state = next;
      // In one step: a message takes the place of its entry in the outbox.
      const entries = outbox.note(events) ? { outbox: outbox.entries() } : {};
      tabs.tell({ kind: "events", events, now, lastEventId: upTo, ...entries });
      storing.storeWithin(events.every(isPassing) ? STORE_POSITION_MS : STORE_EVERY_MS);
    }
    followed.lastEventId = upTo;
  };

  /** Events cannot be applied: what they say is part of the next registration. */
  const giveUp = async (error: unknown, events: readonly Event[]) => {
    const as = followed.state?.ownId;
    const types = events.map(({ type }) => type);
    report("link", error, types, as);
    const { queueId } = followed;
    if (queueId !== undefined) void inBackground(callWith({ as }, "DELETE /events", { queue_id: queueId }));
    lose();
    // A registration is dear, and the next event may be of the same kind.
    if (Date.now() - failedAt < FAILS_AGAIN_MS) await backoff.pause(FAILED_MS);
    failedAt = Date.now();
  };

  return {
    async register(isCurrent) {
      const registered = await registrar.register(followed.state?.ownId);
      if (!isCurrent()) return undefined;
      followed.queueId = registered.queue_id;
      followed.lastEventId = registered.last_event_id;
      storing.messages.clear(followed.lastEventId);
      // Also what another build has stored: until now it may have been all that there is.
      storing.drop();
      setState(initialState(registered, Date.now()));
      outbox.noteRegistered();
      return registered.user_id;
    },
    async poll(isFirst, isCurrent) {
      const { queueId, lastEventId, state } = followed;
      const timeout = AbortSignal.timeout(isFirst ? FIRST_TIMEOUT_MS : POLL_TIMEOUT_MS);
      const signal = AbortSignal.any([polling.signal, timeout]);
      const args = { queue_id: queueId, last_event_id: lastEventId, dont_block: isFirst };
      const { events } = await callWith({ signal, as: state?.ownId }, "GET /events", args);
      if (!isCurrent()) return;
      const known = events.filter((event): event is Event => event.type !== "heartbeat");
      try {
        apply(
          known,
          events.reduce((newest, { id }) => Math.max(newest, id), followed.lastEventId),
        );
      } catch (error) {
        await giveUp(error, known);
      }
    },
    pollAgain() {
      abort();
      backoff.wake();
    },
    abort,
    setState,
    lose,
  };
}
