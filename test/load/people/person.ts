import { setTimeout as sleep } from "node:timers/promises";
import { FIRST_USER_ID, personAt } from "../../../bench/harness/people.ts";
import type { OwnQueue } from "../../../bench/harness/queues.ts";
import { get, post } from "../../../bench/harness/requests.ts";
import type { Reply, Wire } from "../../../bench/harness/wire.ts";
import { type Caller, openTo, refusal, retryDelay, shedFor, type Tally } from "./caller.ts";
import type { Ledger, Receiver } from "./ledger.ts";
import { colleague, departmentChannel, type Destination, teamChannel } from "./organization.ts";

/** What all people of a run share. */
export interface Surroundings {
  /** How many users the organization has. */
  readonly users: number;
  readonly nextPort: () => number;
  readonly caller: Caller;
  readonly ledger: Ledger;
  readonly tally: Tally;
  /** The mean milliseconds between two actions of a person; undefined for people who only listen. */
  readonly periodMs: number | undefined;
  /** Makes the keys of this run's sends unique. */
  readonly run: string;
}

/** A simulated person: a parked poll all the time, and an action now and then. */
export interface SimulatedPerson extends Receiver {
  /** Resolves when the first poll has been sent. */
  readonly isThere: Promise<void>;
  /** Begins nothing any more, and resolves when what was begun is over; the poll stays. */
  rest(): Promise<void>;
  leave(): void;
}

/** How often a person does what; a third is the report of presence, once a minute as clients send it. */
const SHARES = { presence: 0.33, switch: 0.25, older: 0.1, mark: 0.17, send: 0.15 };
/** Where people send to: their team, their department, or one colleague. */
const SEND_SHARES = { team: 0.55, department: 0.1 };
const PAGE = 50;

interface EventsBody {
  readonly events: readonly {
    readonly id: number;
    readonly type: string;
    readonly message?: { readonly id: number; readonly content: string };
  }[];
}

export function createPerson(index: number, queue: OwnQueue, around: Surroundings): SimulatedPerson {
  const { users, nextPort, caller, ledger, tally, periodMs } = around;
  const user = personAt(index);
  const leaving = new AbortController();
  const resting = new AbortController();
  const arrived = Promise.withResolvers<void>();
  const received: number[] = [];
  const receiver = { index, since: performance.now(), received };
  /** The newest messages, which will be marked as read. */
  let unread: number[] = [];
  let lastEventId = queue.lastEventId;
  let lastMessageId = 0;
  let lastPresence = -1;
  let wire: Wire | undefined;

  const note = (body: Buffer) => {
    for (const { id, type, message } of (JSON.parse(body.toString()) as EventsBody).events) {
      lastEventId = Math.max(lastEventId, id);
      if (type !== "message" || message === undefined) continue;
      if (message.id <= lastMessageId) tally.findings.add("messages were received again, or not in their order");
      lastMessageId = message.id;
      unread.push(message.id);
      ledger.receive(receiver, message.content);
    }
    unread = unread.slice(-PAGE);
  };

  /** One poll. Returns the milliseconds until the next, or undefined if the queue is lost. */
  const poll = async (failures: number): Promise<number | undefined> => {
    if (wire?.isOpen !== true) wire = await openTo(nextPort());
    const polled = wire?.exchange(queue.poll(lastEventId));
    arrived.resolve();
    const reply: Reply | undefined = await polled?.catch(() => undefined);
    if (leaving.signal.aborted) return undefined;
    if (reply === undefined) return retryDelay(failures);
    if (reply.status === 200) {
      note(reply.body);
      return 0;
    }
    const delay = shedFor(reply);
    if (delay === undefined) tally.findings.add(refusal(reply));
    else tally.shed += 1;
    return delay;
  };

  const listen = async () => {
    for (let failures = 0; ;) {
      const delay = await poll(failures);
      if (delay === undefined || leaving.signal.aborted) break;
      failures = delay === 0 ? 0 : failures + 1;
      if (delay > 0) await sleep(delay, undefined, { ref: false });
    }
    wire?.close();
  };

  const narrow = ({ channelId, topic }: Destination): string =>
    JSON.stringify([
      { operator: "channel", operand: channelId },
      { operator: "topic", operand: topic },
    ]);
  const readPage = (anchor: string, place: Destination) =>
    caller.call(get(user, "/messages", { anchor, num_before: String(PAGE), num_after: "0", narrow: narrow(place) }));
  const send = async () => {
    const chance = Math.random();
    const to =
      chance < SEND_SHARES.team
        ? teamChannel(users, index)
        : chance < SEND_SHARES.team + SEND_SHARES.department
          ? departmentChannel(users, index)
          : colleague(index);
    await caller.call(typingTo(to));
    await sendMessage(index, to, around);
  };
  const typingTo = ({ channelId, topic, members }: Destination): Buffer =>
    post(user, "/typing", {
      op: "start",
      ...(channelId === undefined
        ? { type: "direct", to: JSON.stringify([FIRST_USER_ID + (members as readonly number[])[1]!]) }
        : { type: "stream", stream_id: String(channelId), topic }),
    });
  const report = async () => {
    const form = { status: "active", last_update_id: String(lastPresence), new_user_input: "true" };
    const body = await caller.call(post(user, "/users/me/presence", form));
    if (body === undefined) return;
    lastPresence = (JSON.parse(body.toString()) as { presence_last_update_id: number }).presence_last_update_id;
  };
  const mark = async () => {
    if (unread.length === 0) return;
    const messages = JSON.stringify(unread.splice(0));
    await caller.call(post(user, "/messages/flags", { messages, op: "add", flag: "read" }));
  };

  const act = async () => {
    let chance = Math.random();
    if ((chance -= SHARES.presence) < 0) return report();
    if ((chance -= SHARES.switch) < 0) return void (await readPage("newest", teamChannel(users, index)));
    if ((chance -= SHARES.older) < 0)
      return void (await readPage(String(lastMessageId), departmentChannel(users, index)));
    if ((chance -= SHARES.mark) < 0) return mark();
    return send();
  };

  const live = async (mean: number) => {
    const signal = AbortSignal.any([resting.signal, leaving.signal]);
    while (!signal.aborted) {
      const isOver = await sleep(-Math.log(1 - Math.random()) * mean, false, { signal }).catch(() => true);
      if (!isOver) await act();
    }
  };

  void listen();
  const living = periodMs === undefined ? Promise.resolve() : live(periodMs);
  return {
    ...receiver,
    isThere: arrived.promise,
    async rest() {
      resting.abort();
      await living;
    },
    leave() {
      leaving.abort();
      arrived.resolve();
      wire?.close();
    },
  };
}

/** Sends a message, once however often the request has to be repeated. Returns its number. */
export async function sendMessage(
  index: number,
  to: Destination,
  { caller, ledger, run }: Pick<Surroundings, "caller" | "ledger" | "run">,
): Promise<number> {
  const { number, content } = ledger.begin(to);
  const form =
    to.channelId === undefined
      ? {
          type: "direct",
          to: JSON.stringify([FIRST_USER_ID + ((to.members as readonly number[])[1] as number)]),
          content,
        }
      : { type: "stream", to: String(to.channelId), topic: to.topic, content };
  const body = await caller.call(post(personAt(index), "/messages", form, `Idempotency-Key: ${run}-${number}\r\n`));
  if (body !== undefined) ledger.acknowledged(number);
  return number;
}
