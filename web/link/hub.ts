import { withPresences } from "../state/presence.ts";
import type { Event } from "../state/registered.ts";
import { initialState, reduceAll, type State } from "../state/state.ts";
import { createBackoff } from "./backoff.ts";
import { clearAll, readSnapshot, writeSnapshot } from "./cache.ts";
import { callWith, isTemporary, Refusal, retryAfterMs } from "./http.ts";
import { createOutbox } from "./outbox.ts";
import { createPresenceReports } from "./presence-reports.ts";
import type { Connection, TabPort, ToLink, ToTab } from "./protocol.ts";
import { register } from "./register.ts";

/** The link: one queue, one poll and one outbox for all tabs of a browser. */
export interface Hub {
  receive(message: ToLink, from: TabPort): void;
}

/** Longer than the server lets a poll wait. */
const POLL_TIMEOUT_MS = 100_000;
/** The state is kept at most this often: what came since is in the queue. */
const KEEP_EVERY_MS = 3000;

export function createHub(build: string): Hub {
  const tabs = new Set<TabPort>();
  const backoff = createBackoff();
  let state: State | undefined;
  let queueId: string | undefined;
  let lastEventId = -1;
  let connection: Connection = "connecting";
  /** Another one for each session: what belongs to a former one ends without effect. */
  let run = 0;
  let polling = new AbortController();
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const tell = (message: ToTab) => {
    for (const tab of tabs) tab.postMessage(message);
  };
  const setConnection = (next: Connection) => {
    if (next === connection) return;
    connection = next;
    tell({ kind: "connection", connection });
  };
  const setState = (next: State, isNew: boolean) => {
    state = next;
    tell({ kind: "state", state, isNew });
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
  const presence = createPresenceReports((presences) => {
    if (state !== undefined) state = { ...state, presence: withPresences(state.presence, presences) };
    tell({ kind: "presences", presences });
  });

  const keep = () => {
    keeping ??= setTimeout(() => {
      keeping = undefined;
      if (state !== undefined && queueId !== undefined) void writeSnapshot({ build, state, queueId, lastEventId });
    }, KEEP_EVERY_MS);
  };

  const apply = (events: readonly Event[]) => {
    if (state === undefined || events.length === 0) return;
    const now = Date.now();
    state = reduceAll(state, events, now);
    tell({ kind: "events", events, now });
    // After the events: a message must be on the screen before its entry in the outbox goes.
    outbox.note(events);
    keep();
  };

  const registerAnew = async () => {
    const registered = await register();
    ({ queue_id: queueId, last_event_id: lastEventId } = registered);
    setState(initialState(registered, Date.now()), true);
    outbox.noteRegistered();
    keep();
  };

  /** One request for events. The first one after a trouble does not wait, so that it shows when the trouble is over. */
  const poll = async (isFirst: boolean) => {
    const signal = AbortSignal.any([polling.signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
    const args = { queue_id: queueId, last_event_id: lastEventId, dont_block: isFirst };
    const { events } = await callWith({ signal }, "GET /events", args);
    lastEventId = events.reduce((newest, { id }) => Math.max(newest, id), lastEventId);
    apply(events.filter((event): event is Event => event.type !== "heartbeat"));
  };

  const follow = async (own: number) => {
    let isFirst = true;
    while (own === run) {
      const mayBeSettled = outbox.isUncertain();
      try {
        if (queueId === undefined) await registerAnew();
        else await poll(isFirst);
        if (own !== run) return;
        if (mayBeSettled) outbox.settle();
        isFirst = false;
        backoff.reset();
        setConnection("live");
        presence.start();
        void outbox.flush();
      } catch (error) {
        if (own !== run) return;
        if (error instanceof Refusal && error.status === 401) return end();
        if (error instanceof Refusal && error.code === "BAD_EVENT_QUEUE_ID") {
          queueId = undefined;
          continue;
        }
        isFirst = true;
        if (polling.signal.aborted || isOwnAbort(error)) continue;
        if (!isTemporary(error)) queueId = undefined;
        setConnection("offline");
        await backoff.pause(retryAfterMs(error));
      }
    }
  };

  const end = () => {
    run += 1;
    presence.stop();
    clearTimeout(keeping);
    keeping = undefined;
    state = undefined;
    queueId = undefined;
    setConnection("logged-out");
    void clearAll();
  };

  const begin = async () => {
    run += 1;
    const own = run;
    connection = "connecting";
    const kept = await readSnapshot();
    await outbox.restore();
    if (own !== run) return;
    if (kept?.build === build) {
      ({ queueId, lastEventId } = kept);
      setState(kept.state, true);
    }
    await follow(own);
  };

  const sessionChanged = async () => {
    run += 1;
    polling.abort();
    polling = new AbortController();
    state = undefined;
    queueId = undefined;
    await clearAll();
    await begin();
  };

  return {
    receive(message, from) {
      switch (message.kind) {
        case "hello":
          tabs.add(from);
          if (state !== undefined) from.postMessage({ kind: "state", state, isNew: true });
          from.postMessage({ kind: "outbox", outbox: outbox.entries() });
          from.postMessage({ kind: "connection", connection });
          if (run === 0) void begin();
          return;
        case "bye":
          tabs.delete(from);
          return;
        case "session-changed":
          void sessionChanged();
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
        case "wake":
          if (connection !== "live") pollAgain();
          return;
        case "active":
          presence.noteActivity();
      }
    },
  };
}

/** A moment for a server that is only slow; after it the queue is asked whether the message was stored. */
const UNCERTAIN_MS = 300;

const isOwnAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
