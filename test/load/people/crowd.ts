import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { people, type Person } from "../../../bench/harness/people.ts";
import { giveQueues } from "../../../bench/harness/queues.ts";
import { post } from "../../../bench/harness/requests.ts";
import { createCaller, newTally, type Tally } from "./caller.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { Destination } from "./organization.ts";
import { createPerson, sendMessage, type SimulatedPerson } from "./person.ts";
import type { Stage } from "./stage.ts";

/** Simulated people of one organization, as many as are there at the moment. */
export interface Crowd {
  readonly size: number;
  readonly tally: Tally;
  readonly ledger: Ledger;
  readonly members: readonly SimulatedPerson[];
  /** People come or leave until there are so many. */
  resize(count: number): Promise<void>;
  /** The first person sends a message, beside what the people do. Returns its number. */
  send(to: Destination): Promise<number>;
  /** Lets everybody rest, waits until everything has been received, and returns what is wrong. */
  settle(): Promise<string[]>;
  close(): void;
}

export interface CrowdOptions {
  readonly periodMs: number | undefined;
  /** The ports that people connect to, in turn. */
  readonly ports: () => readonly number[];
}

/** More at once would wait in the kernel. */
const WAVE = 200;
const MAX_SETTLING_MS = 60_000;

/** Registers for all events, as the browser client does. */
const registerForAll = (user: Person): Buffer =>
  post(user, "/register", { fetch_event_types: "[]", apply_markdown: "true" });

export function createCrowd(stage: Stage, { periodMs, ports }: CrowdOptions): Crowd {
  let turn = 0;
  const nextPort = () => {
    const all = ports();
    return all[(turn += 1) % all.length] as number;
  };
  const tally = newTally();
  const ledger = createLedger();
  const caller = createCaller(nextPort, tally);
  const around = { users: stage.users, nextPort, caller, ledger, tally, periodMs, run: randomUUID() };
  const members: SimulatedPerson[] = [];

  const come = async (count: number) => {
    while (members.length < count) {
      const fresh = people(Math.min(count, members.length + WAVE)).slice(members.length);
      // Their queues begin now: people who came later than that would have missed much already.
      const queues = await giveQueues(stage.world, nextPort(), fresh, registerForAll);
      const wave = queues.map((queue, at) => createPerson(members.length + at, queue, around));
      members.push(...wave);
      await Promise.all(wave.map(({ isThere }) => isThere));
    }
  };

  return {
    get size() {
      return members.length;
    },
    tally,
    ledger,
    members,
    async resize(count) {
      if (count > members.length) await come(count);
      for (const person of members.splice(count)) person.leave();
    },
    send: (to) => sendMessage(0, to, around),
    async settle() {
      await Promise.all(members.map((person) => person.rest()));
      const deadline = performance.now() + MAX_SETTLING_MS;
      let lacking = ledger.lacking(members);
      while (lacking.length > 0 && performance.now() < deadline) {
        await sleep(100);
        lacking = ledger.lacking(lacking);
      }
      return [...tally.findings, ...ledger.check(members)];
    },
    close() {
      for (const person of members.splice(0)) person.leave();
      caller.close();
    },
  };
}
