import type { TestEvent } from "./checked-client.ts";
import { parkedPolls } from "./parked.ts";
import type { CastMember } from "./server.ts";
import { until } from "./until.ts";

export interface Listener {
  /** The events so far, and no more: a marker event of the listener's own ends them. */
  received(): Promise<TestEvent[]>;
  /** Waits for the next events: for those that another process sends. */
  next(): Promise<TestEvent[]>;
}

/** A user whose poll is parked, for ephemeral events. One for each user: the marker event is their own. */
export async function listen(who: CastMember, args: Parameters<CastMember["register"]>[0] = {}): Promise<Listener> {
  const { event_types: types, ...others } = args ?? {};
  const queue = await who.register({ ...others, ...(types !== undefined && { event_types: [...types, MARKER] }) });

  const poll = (): Poll => {
    const { queue_id, last_event_id } = queue;
    const answer = who.call("GET /events", { queue_id, last_event_id }).then(({ events }) => [...events]);
    // A poll that is never awaited ends with the server.
    answer.catch(() => {});
    return { answer };
  };
  const park = async (): Promise<Poll> => {
    const { url } = who.connection;
    const before = await parkedPolls(url);
    const parked = poll();
    let isAnswered = false;
    void parked.answer.finally(() => (isAnswered = true)).catch(() => {});
    await until(
      async () => isAnswered || (await parkedPolls(url)) > before,
      (isParked) => isParked,
    );
    return parked;
  };

  let current = await park();
  const answered = async () => {
    const events = await current.answer;
    queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id;
    return events;
  };
  return {
    async received() {
      await who.call("POST /users/me/alert_words", { alert_words: [] });
      const all: TestEvent[] = [];
      for (;;) {
        const events = await answered();
        all.push(...events);
        if (events.some(({ type }) => type === MARKER)) break;
        current = poll();
      }
      current = await park();
      return all.filter(({ type }) => type !== MARKER);
    },
    async next() {
      const events = await answered();
      current = await park();
      return events;
    },
  };
}

interface Poll {
  readonly answer: Promise<TestEvent[]>;
}

/** An event type of the listener's own that nothing else causes. */
const MARKER = "alert_words";
