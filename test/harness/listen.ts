import { setTimeout as delay } from "node:timers/promises";
import type { TestEvent } from "./checked-client.ts";
import { parkedPolls } from "./parked.ts";
import type { CastMember } from "./server.ts";

export interface Listener {
  /** What the listener is told until now, and no more: something of their own comes after it. */
  told(): Promise<TestEvent[]>;
  /** What comes next, however long it takes: for what another process has to pass on. */
  next(): Promise<TestEvent[]>;
}

/** Somebody whose poll is parked, for what only those who wait are told. One for each person: what ends it is their own. */
export async function listen(who: CastMember, args: Parameters<CastMember["register"]>[0] = {}): Promise<Listener> {
  const { event_types: types, ...others } = args ?? {};
  const queue = await who.register({ ...others, ...(types !== undefined && { event_types: [...types, MARKER] }) });

  const poll = (): Poll => {
    const { queue_id, last_event_id } = queue;
    const answer = who.call("GET /events", { queue_id, last_event_id }).then(({ events }) => [...events]);
    // One that is never looked at again ends with the server.
    answer.catch(() => {});
    return { answer };
  };
  const park = async (): Promise<Poll> => {
    const { url } = who.connection;
    const before = await parkedPolls(url);
    const parked = poll();
    let isAnswered = false;
    void parked.answer.finally(() => (isAnswered = true)).catch(() => {});
    while (!isAnswered && (await parkedPolls(url)) <= before) await delay(2);
    return parked;
  };

  let waiting = await park();
  const answered = async () => {
    const events = await waiting.answer;
    queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id;
    return events;
  };
  return {
    async told() {
      await who.call("POST /users/me/alert_words", { alert_words: [] });
      const all: TestEvent[] = [];
      for (;;) {
        const events = await answered();
        all.push(...events);
        if (events.some(({ type }) => type === MARKER)) break;
        waiting = poll();
      }
      waiting = await park();
      return all.filter(({ type }) => type !== MARKER);
    },
    async next() {
      const events = await answered();
      waiting = await park();
      return events;
    },
  };
}

interface Poll {
  readonly answer: Promise<TestEvent[]>;
}

/** An event of the listener's own that nothing else causes. */
const MARKER = "alert_words";
