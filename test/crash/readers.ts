import { setTimeout as sleep } from "node:timers/promises";
import { ParleyError } from "#client/client.ts";
import type { TestEvent } from "../harness/checked-client.ts";
import { anyServer, callAs } from "./callers.ts";
import type { Dice } from "./dice.ts";
import type { ServerGroup } from "./fleet.ts";
import { describe } from "./operations.ts";
import type { Person } from "./people.ts";
import { type ClientState, register } from "./registration.ts";
import type { ServerProcess } from "./server-process.ts";

/** How a client reads its queue: always by long polls, now and then, or repeating what it has acknowledged. */
export type Habit = "parked" | "slow" | "forgetful";

/** A queue that is registered once and read across all faults of the servers. */
export interface Reader {
  readonly person: Person;
  readonly habit: Habit;
  /** The client's state before the first event. */
  readonly beginning: ClientState;
  readonly events: readonly TestEvent[];
  /** What was wrong with the events of the queue. */
  readonly problems: readonly string[];
  run(stop: AbortSignal): Promise<void>;
  /** Reads until nothing is left. */
  drain(server: ServerProcess): Promise<void>;
}

export interface ReaderPlan {
  readonly person: Person;
  readonly habit: Habit;
  readonly fleet: ServerGroup;
  readonly dice: Dice;
  readonly onMessage: (id: number) => void;
}

const FURTHEST_BACK = 20;
const MAX_PROBLEMS = 5;

export async function reader({ person, habit, fleet, dice, onMessage }: ReaderPlan): Promise<Reader> {
  const first = fleet.servers[0] as ServerProcess;
  const beginning = await register(first, person);
  const events: TestEvent[] = [];
  const problems: string[] = [];
  let last = beginning.lastEventId;

  const complain = (text: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(`the ${habit} queue of user ${person.id}: ${text}`);
  };

  const take = (received: readonly TestEvent[]) => {
    for (const event of received) {
      if (event.id <= last) complain(`event ${event.id} came after event ${last}`);
      last = Math.max(last, event.id);
      if (event.type === "heartbeat") continue;
      events.push(event);
      if (event.type === "message") onMessage((event["message"] as { id: number }).id);
    }
  };

  const poll = async (server: ServerProcess, from: number, wait: boolean, stop?: AbortSignal) => {
    const client = callAs(server, person, { stop });
    const answer = await client.call("GET /events", {
      queue_id: beginning.queueId,
      last_event_id: from,
      dont_block: !wait,
    });
    return answer.events as readonly TestEvent[];
  };

  /** Reads without waiting until it has this many events, or there are no more: one response has those of a page of the log. */
  const readAtLeast = async (count: number, server: ServerProcess, from: number, stop: AbortSignal) => {
    const read: TestEvent[] = [];
    for (;;) {
      const more = (await poll(server, read.at(-1)?.id ?? from, false, stop)).filter(
        ({ type }) => type !== "heartbeat",
      );
      read.push(...more);
      if (read.length >= count || more.length === 0) return read;
    }
  };

  /**
   * Asks again for what it has received: it must get the same, and what came since. A second server may be a little
   * behind.
   */
  const repeat = async (server: ServerProcess, stop: AbortSignal) => {
    const back = dice.between(1, Math.min(FURTHEST_BACK, events.length));
    const known = events.slice(-back);
    const from = events.at(-back - 1)?.id ?? beginning.lastEventId;
    const again = await readAtLeast(known.length, server, from, stop);
    const shared = fleet.servers.length > 1 ? known.slice(0, again.length) : known;
    const mismatch = shared.findIndex(({ id, type }, index) => again[index]?.id !== id || again[index]?.type !== type);
    if (mismatch >= 0)
      complain(`asked again after ${from}, it got ${again[mismatch]?.id} in place of ${known[mismatch]?.id}`);
    take(again.slice(known.length));
  };

  const readOnce = async (server: ServerProcess, stop: AbortSignal) => {
    if (habit === "forgetful" && events.length > 0 && dice.chance(0.3)) return repeat(server, stop);
    take(await poll(server, last, habit !== "slow", stop));
    if (habit === "slow") await sleep(dice.between(50, 500), undefined, { signal: stop });
  };

  return {
    person,
    habit,
    beginning,
    events,
    problems,
    async run(stop) {
      while (!stop.aborted) {
        const server = await anyServer(fleet, dice, stop);
        if (server === undefined) return;
        try {
          await readOnce(server, stop);
        } catch (error) {
          if (stop.aborted) return;
          if (error instanceof ParleyError && error.status !== 503) return complain(describe(error));
          await new Promise((next) => setTimeout(next, 20));
        }
      }
    },
    async drain(server) {
      try {
        for (;;) {
          const before = last;
          take(await poll(server, before, false));
          if (last === before) return;
        }
      } catch (error) {
        complain(`it could not be read to its end: ${describe(error)}`);
      }
    },
  };
}
