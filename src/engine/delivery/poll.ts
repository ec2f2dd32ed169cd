import { ApiError } from "../../platform/errors.ts";
import type { ReadPool } from "../db/database.ts";
import { isGuest } from "../model/access/membership.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import type { Clock } from "../../platform/clock.ts";
import { type AccessHistory, noteAccess } from "../model/access/history.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { randomFraction } from "../../platform/random.ts";
import type { Delivery } from "./deliver.ts";
import { eventIdAt, type LogEntry, positionOf, ROOM } from "../log/entry.ts";
import type { Queue } from "../log/queue.ts";
import { readAccess, readMessageStates } from "./read-past.ts";
import { oldestPosition, readEntries } from "../log/read.ts";
import type { Tail } from "../log/tail.ts";
import { lateView, type Past } from "./visibility.ts";
import type { ParkedPoll, ParkedPolls } from "./parked-polls.ts";
import type { EphemeralEvents } from "./ephemeral-events.ts";

const HEARTBEAT_MS = 45_000;
const HEARTBEAT_JITTER_MS = 10_000;
/** Limits a response; a client that is further behind gets the rest with its next poll. */
const MOST_EVENTS = 1000;
const PAGE = 1000;

export interface Poll {
  readonly queue: Queue;
  readonly lastEventId: number;
  /** Asked when there is nothing to answer: the server may have begun to shut down while the poll read the log. */
  readonly dontBlock: () => boolean;
  /** Called exactly once, unless the poll is abandoned before. */
  readonly answer: (events: readonly string[]) => void;
}

/** Reads queues: answers polls with what the log holds for them, and parks them until there is something. */
export interface Polls {
  readonly parked: number;
  /**
   * Answers the poll at once or parks it. A promise is returned only where the database must be read. The returned
   * function abandons a parked poll.
   */
  start(poll: Poll): (() => void) | Promise<() => void>;
  /** The ID after which everything is kept. */
  oldestId(): Promise<number>;
  /** Answers the parked poll of a queue, if there is one, with no events. */
  release(queueId: string): void;
  beat(): void;
  dismiss(): void;
}

export interface PollsOptions {
  readonly sql: ReadPool;
  readonly tail: Tail;
  readonly parkedPolls: ParkedPolls;
  readonly ephemeral: EphemeralEvents;
  readonly delivery: Delivery;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

export const unknownQueue = (id: string): ApiError =>
  new ApiError("BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${id}`, { queue_id: id });

/** Whether the state that a queue continues has changed by more than events can tell. */
export function hasEnded(model: Model, user: User, queue: Queue): boolean {
  const begin = positionOf(queue.beginsAfter);
  return begin < user.queuesEndedAt || (isGuest(user) && begin < model.realm.guestQueuesEndedAt);
}

const abandonNothing = () => {};

const inOrder = (entries: readonly LogEntry[], others: readonly LogEntry[]): LogEntry[] =>
  [...entries, ...others].sort((a, b) => a.position - b.position);

export function createPolls({ sql, tail, parkedPolls, ephemeral, delivery, clock, metrics }: PollsOptions): Polls {
  const { model } = tail;

  const remembered = (): Past => ({
    access: tail.access,
    moved: tail.moved,
    textChange: (id) => tail.texts.get(id),
  });

  /** What a queue missed after a position, as far as its owner may still have it. */
  const visible = (entries: readonly LogEntry[], queue: Queue, after: number, past = remembered()): string[] => {
    const user = model.users.get(queue.userId);
    const events: string[] = [];
    if (user === undefined) return events;
    const view = lateView(model, user, queue, past, after, delivery.kindOf);
    for (const entry of entries) {
      const text = delivery.serialize(entry, queue, user, model, view);
      if (text !== undefined) events.push(text);
      if (events.length >= MOST_EVENTS) break;
    }
    return events;
  };

  /** Access changes before those in memory, read from the log once and shared by all polls that need them. */
  let old: { readonly after: number; upTo: number; readonly access: AccessHistory } | undefined;

  const readOldAccess = async (after: number) => {
    const upTo = model.position;
    old = { after, upTo, access: await readAccess(sql, model.realm.id, { after, upTo }) };
  };

  /** The access changes after a position, up to the model's own; undefined if they must be read from the log first. */
  const accessSince = (after: number): AccessHistory | undefined => {
    const since = old === undefined || old.after > after ? undefined : tail.after(old.upTo);
    if (old === undefined || since === undefined) return undefined;
    for (const { position, change } of since) if (change !== undefined) noteAccess(old.access, position, change);
    old.upTo = model.position;
    return old.access;
  };

  /** The same for entries that memory does not hold. They are judged at one moment of the model. */
  const visibleOfOld = async (entries: readonly LogEntry[], queue: Queue, after: number): Promise<string[]> => {
    if (accessSince(after) === undefined) await readOldAccess(after);
    for (;;) {
      const { moved, texts, position } = await readMessageStates(sql, model.realm.id, entries, delivery.kindOf);
      if (model.position < position) await tail.catchUp(position);
      const access = accessSince(after);
      if (access !== undefined) {
        const textChange = (id: number) => tail.texts.get(id) ?? texts.get(id);
        return visible(entries, queue, after, { access, moved: new Map([...moved, ...tail.moved]), textChange });
      }
      await readOldAccess(after);
    }
  };

  /** Reads the part of the log that memory no longer holds, until something is found or memory begins. */
  const readBack = async (queue: Queue, from: number): Promise<{ events: string[]; after: number }> => {
    const oldest = (await oldestPosition(sql, model.realm.id)) ?? model.position + 1;
    if (from + 1 < oldest) throw unknownQueue(queue.id);
    let after = from;
    while (tail.after(after) === undefined) {
      const entries = await readEntries(sql, model.realm.id, { after, upTo: model.position, limit: PAGE });
      if (entries.length === 0) throw unknownQueue(queue.id);
      const events = await visibleOfOld(entries, queue, after);
      if (events.length > 0) return { events, after };
      after = entries.at(-1)?.position ?? model.position;
    }
    return { events: [], after };
  };

  const release = (queueId: string) => {
    const parked = parkedPolls.pollOf(queueId);
    if (parked === undefined) return;
    parkedPolls.leave(parked);
    parked.answer([]);
  };

  const park = (poll: Poll): ParkedPoll => {
    const { queue } = poll;
    // Another poll of the same queue may have parked while this one read the log.
    release(queue.id);
    const parked: ParkedPoll = {
      queue,
      deadline: clock.monotonic() + HEARTBEAT_MS + randomFraction() * HEARTBEAT_JITTER_MS,
      answer: (events) => {
        poll.answer(events);
        metrics.delivered(events.length);
      },
    };
    parkedPolls.enter(parked);
    return parked;
  };

  const checkAcknowledged = (queue: Queue, lastEventId: number) => {
    if (lastEventId >= eventIdAt(model.position) + ROOM) throw unknownQueue(queue.id);
  };

  const answerOrPark = (poll: Poll, events: readonly string[]) => {
    if (events.length > 0 || poll.dontBlock()) {
      metrics.delivered(events.length);
      poll.answer(events);
      return abandonNothing;
    }
    const parked = park(poll);
    return () => parkedPolls.leave(parked);
  };

  /** The client is behind what memory holds, or has read from a process whose model is newer. */
  const startFarBack = async (poll: Poll, from: number) => {
    const { queue, lastEventId } = poll;
    if (from > model.position) await tail.catchUp();
    checkAcknowledged(queue, lastEventId);
    const { events, after } =
      tail.after(from) === undefined ? await readBack(queue, from) : { events: [], after: from };
    return answerOrPark(poll, events.length > 0 ? events : visible(tail.after(after) ?? [], queue, after));
  };

  return {
    get parked() {
      return parkedPolls.size;
    },
    start(poll) {
      const { queue, lastEventId } = poll;
      release(queue.id);
      const after = Math.max(0, positionOf(lastEventId));
      const recent = after > model.position ? undefined : tail.after(after);
      if (recent === undefined) return startFarBack(poll, after);
      checkAcknowledged(queue, lastEventId);
      const ephemeralEntry = ephemeral.after(lastEventId / ROOM);
      const entries = ephemeralEntry.length === 0 ? recent : inOrder(recent, ephemeralEntry);
      return answerOrPark(poll, visible(entries, queue, after));
    },
    async oldestId() {
      const oldest = (await oldestPosition(sql, model.realm.id)) ?? model.position + 1;
      return eventIdAt(oldest - 1);
    },
    release,
    beat() {
      parkedPolls.beat(clock.monotonic(), () => `{"type":"heartbeat","id":${tail.ephemeralId()}}`);
    },
    dismiss: () => parkedPolls.dismiss(),
  };
}
