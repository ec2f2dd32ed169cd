import { setTimeout as sleep } from "node:timers/promises";
import { anyServer, callAs } from "./callers.ts";
import type { Dice } from "./dice.ts";
import type { ServerGroup } from "./fleet.ts";
import type { OperationLog, OperationRequest } from "./operations.ts";
import { untilAnswered } from "./repeats.ts";
import { type Cast, type Person, PRIVATE_CHANNEL } from "./people.ts";

const NOWHERE = "no such channel";
const NEVER_A_MESSAGE = 2_000_000_000;
const RECENT = 60;
const PASSWORD = "a long password for newcomers";

/** Never so soon that the time has passed when the call arrives. */
const secondsFromNow = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;

/** A person who writes and reads all the time, one call after another. */
export interface Worker {
  readonly person: Person;
  /** Messages that the person has received, in order; their queue fills it. */
  readonly seen: number[];
  run(stop: AbortSignal): Promise<void>;
}

export interface WorkerPlan {
  readonly person: Person;
  readonly cast: Cast;
  readonly fleet: ServerGroup;
  readonly log: OperationLog;
  readonly dice: Dice;
  /** Public channels that somebody has created, known to all workers. */
  readonly created: string[];
  readonly pauseMs: number;
  /** Whether messages are scheduled. */
  readonly leavesToTime: boolean;
}

export function worker(plan: WorkerPlan): Worker {
  const { person, cast, fleet, log, dice, created, pauseMs } = plan;
  const seen: number[] = [];
  const joined = [...cast.channels].filter(([, members]) => members.includes(person.id)).map(([name]) => name);
  const others = cast.everybody.filter(({ id }) => id !== person.id).map(({ id }) => id);
  const isInPrivate = joined.includes(PRIVATE_CHANNEL);
  let made = 0;
  const unique = (word: string) => `${word}-${person.id}-${(made += 1)}`;
  const send = (to: string | readonly number[]): OperationRequest => ({
    kind: "send",
    marker: unique("m"),
    to,
    readBySender: dice.chance(0.6),
    isRepeated: dice.chance(0.4),
  });
  const flag = (flag: "read" | "starred", op: "add" | "remove", messages: readonly number[]): OperationRequest => ({
    kind: "flag",
    flag,
    op,
    messages,
  });
  const soon = () => dice.between(1, 2);
  const schedule = (): OperationRequest => {
    const to = dice.chance(0.5) ? dice.some(others, 2) : dice.pick(joined.filter((name) => cast.channelIds.has(name)));
    return { kind: "schedule", marker: unique("s"), to, readBySender: dice.chance(0.6), inSeconds: soon() };
  };
  const recent = (most: number) => dice.some(seen.slice(-RECENT), most);

  /** An operation that the rules refuse for everybody. */
  const forbidden = (): OperationRequest => {
    if (dice.chance(0.5) || seen.length === 0) return send(isInPrivate || dice.chance(0.5) ? NOWHERE : PRIVATE_CHANNEL);
    return dice.chance(0.5)
      ? flag("starred", dice.chance(0.7) ? "add" : "remove", [...recent(3), NEVER_A_MESSAGE])
      : flag("read", "remove", [...recent(3), NEVER_A_MESSAGE]);
  };

  const allowed = (): OperationRequest => {
    const fate = dice.roll();
    if (plan.leavesToTime && dice.chance(0.04)) return schedule();
    if (plan.leavesToTime && seen.length > 0 && dice.chance(0.03))
      return { kind: "remind", marker: unique("r"), message: dice.pick(seen), inSeconds: soon() };
    if (fate < 0.45) return send(dice.pick(joined));
    if (fate < 0.6) return send(dice.some(others, 2));
    if (fate < 0.63)
      return { kind: "subscribe", channel: unique("channel"), users: [person.id, ...dice.some(others, 2)] };
    if (fate < 0.66 && created.length > 0)
      return { kind: "subscribe", channel: dice.pick(created), users: [person.id] };
    if (fate < 0.663 && person === cast.owner)
      return { kind: "create-user", email: `${unique("newcomer")}@crash.example` };
    if (seen.length === 0) return send(dice.pick(joined));
    if (fate < 0.83) return flag("read", "add", dice.chance(0.2) ? seen.slice(-RECENT) : recent(8));
    if (fate < 0.9) return flag("read", "remove", recent(5));
    return flag("starred", fate < 0.96 ? "add" : "remove", recent(4));
  };

  const carryOut = async (request: OperationRequest, stop: AbortSignal): Promise<{ id?: number }> => {
    const server = await anyServer(fleet, dice, stop);
    if (server === undefined) throw Object.assign(new Error("over"), { cause: { code: "ECONNREFUSED" } });
    const key = request.kind === "send" && request.isRepeated ? request.marker : undefined;
    const client = callAs(server, person, { key });
    switch (request.kind) {
      case "send": {
        const { marker: content, to, readBySender: read_by_sender } = request;
        return typeof to === "string"
          ? client.call("POST /messages", { type: "channel", to, topic: "crash", content, read_by_sender })
          : client.call("POST /messages", { type: "direct", to: [...to], content, read_by_sender });
      }
      case "schedule":
        await client.call("POST /scheduled_messages", {
          ...(typeof request.to === "string"
            ? { type: "channel", to: cast.channelIds.get(request.to) as number, topic: "crash" }
            : { type: "direct", to: [...request.to] }),
          content: request.marker,
          scheduled_delivery_timestamp: secondsFromNow(request.inSeconds),
          read_by_sender: request.readBySender,
        });
        return {};
      case "remind":
        await client.call("POST /reminders", {
          message_id: request.message,
          scheduled_delivery_timestamp: secondsFromNow(request.inSeconds),
          note: request.marker,
        });
        return {};
      case "flag":
        await client.call("POST /messages/flags", {
          messages: [...request.messages],
          op: request.op,
          flag: request.flag,
        });
        return {};
      case "subscribe":
        await client.call("POST /users/me/subscriptions", {
          subscriptions: [{ name: request.channel }],
          principals: [...request.users],
          send_new_subscription_messages: false,
        });
        return {};
      case "create-user":
        await client.call("POST /users", { email: request.email, password: PASSWORD, full_name: "Newcomer" });
        return {};
    }
  };

  return {
    person,
    seen,
    async run(stop) {
      while (!stop.aborted) {
        const mustBeRefused = dice.chance(0.12);
        const request = mustBeRefused ? forbidden() : allowed();
        const { outcome, detail } = await log.perform({ user: person.id, request, mustBeRefused }, () =>
          request.kind === "send" && request.isRepeated
            ? untilAnswered(() => carryOut(request, stop), stop)
            : carryOut(request, stop),
        );
        if (request.kind === "subscribe" && outcome === "ok") {
          if (!joined.includes(request.channel)) joined.push(request.channel);
          if (!created.includes(request.channel)) created.push(request.channel);
        }
        // No server listens during a shutdown, so polling slows down.
        await sleep(detail?.includes("ECONNREFUSED") === true ? 10 * pauseMs : 2 * pauseMs * dice.roll());
      }
    },
  };
}
