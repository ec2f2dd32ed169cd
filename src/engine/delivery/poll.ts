import { ApiError, invalidKey } from "#platform/errors.ts";
import type { ReadPool } from "#engine/db/database.ts";
import { isGuest } from "#engine/model/access/membership.ts";
import { modelFor } from "#engine/model/access/within-channels.ts";
import type { Model } from "#engine/model/model.ts";
import { isKeyGood, isScoped } from "#engine/model/lookup/api-keys.ts";
import type { ApiKey, User } from "#engine/model/records.ts";
import type { Clock } from "#platform/clock.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { randomFraction } from "#platform/random.ts";
import { type Delivery, keyOf } from "./deliver.ts";
import { eventIdAt, type LogEntry, positionOf, ROOM } from "#engine/log/entry.ts";
import type { Queue } from "#engine/log/queue.ts";
import type { LateReads } from "./late-reads.ts";
import { oldestPosition } from "#engine/log/read.ts";
import { createReadBack } from "./read-back.ts";
import type { Tail } from "#engine/log/tail.ts";
import { lateView, type Past } from "./visibility.ts";
import type { ParkedPoll, ParkedPolls } from "./parked-polls.ts";
import type { EphemeralEvents } from "./ephemeral-events.ts";

const HEARTBEAT_MS = 45_000;
const HEARTBEAT_JITTER_MS = 10_000;
/** Limits a response; a client that is further behind gets the rest with its next poll. */
const MAX_EVENTS = 1000;
/** The same in characters: a thousand events may have a megabyte of HTML each. Only the last one may exceed it. */
const MAX_LENGTH = 4 * 1024 * 1024;

const isFull = (count: number, length: number): boolean => count >= MAX_EVENTS || length >= MAX_LENGTH;

/** As many events as fit into a response, the oldest first. */
function fitting(events: readonly string[]): readonly string[] {
  let length = 0;
  const end = events.findIndex((event, index) => isFull(index + 1, (length += event.length)));
  return end < 0 ? events : events.slice(0, end + 1);
}

export interface Poll {
  readonly queue: Queue;
  readonly lastEventId: number;
  /** By which it came, unless that was the one that every account has, or a session. */
  readonly key: ApiKey | undefined;
  /** Asked when there is nothing to answer: the server may have begun to shut down while the poll read the log. */
  readonly dontBlock: () => boolean;
  /** Asked when the turn of a poll has come that had to wait: nothing is read for a client that has left. */
  readonly isGone: () => boolean;
  /** One of the two is called exactly once, unless the poll is abandoned before. */
  readonly answer: (events: readonly string[]) => void;
  readonly refuse: (error: ApiError) => void;
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
  /** The organization was loaded again: what was read of its log before is not used any more. */
  forgetRead(): void;
}

export interface PollsOptions {
  readonly sql: ReadPool;
  readonly tail: Tail;
  readonly parkedPolls: ParkedPolls;
  readonly ephemeral: EphemeralEvents;
  readonly delivery: Delivery;
  readonly lateReads: LateReads;
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

/** Whether a caller may have a queue of their own account: a key with scopes only what it has registered itself. */
export const mayPollWith = (key: ApiKey | undefined, queue: Queue): boolean =>
  !isScoped(key) || queue.keyId === key?.id;

const abandonNothing = () => {};

const inOrder = (entries: readonly LogEntry[], others: readonly LogEntry[]): LogEntry[] =>
  [...entries, ...others].sort((a, b) => a.position - b.position);

export function createPolls(options: PollsOptions): Polls {
  const { sql, tail, parkedPolls, ephemeral, delivery, lateReads, clock, metrics } = options;
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
    const found = modelFor(model, keyOf(queue, model));
    const view = lateView(found, user, queue, past, after, delivery.kindOf);
    let length = 0;
    for (const entry of entries) {
      const text = delivery.serialize(entry, queue, user, model, view);
      if (text === undefined) continue;
      events.push(text);
      if (isFull(events.length, (length += text.length))) break;
    }
    return events;
  };

  const readBack = createReadBack({ sql, tail, delivery, lateReads, visible });

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
      key: poll.key,
      refuse: poll.refuse,
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
    // It may have been revoked while the log was read.
    if (poll.key !== undefined && !isKeyGood(model, poll.key, clock.now())) {
      poll.refuse(invalidKey());
      return abandonNothing;
    }
    if (events.length > 0 || poll.dontBlock()) {
      metrics.delivered(events.length);
      poll.answer(events);
      return abandonNothing;
    }
    const parked = park(poll);
    return () => parkedPolls.leave(parked);
  };

  /** The client is behind what memory holds. */
  const startFarBack = async (poll: Poll, from: number) => {
    const { queue } = poll;
    if (poll.isGone()) return abandonNothing;
    const missed = await readBack.missed(queue, from);
    if (missed === undefined) throw unknownQueue(queue.id);
    const { events, after } = missed;
    // What memory holds belongs to the same answer, as long as there is room.
    const rest = visible(tail.after(after) ?? [], queue, after);
    return answerOrPark(poll, fitting([...events, ...rest]));
  };

  const startOutsideMemory = async (poll: Poll, from: number) => {
    const { queue, lastEventId } = poll;
    // The client has read from a process whose model is newer.
    if (from > model.position) await tail.catchUp();
    checkAcknowledged(queue, lastEventId);
    const recent = tail.after(from);
    if (recent !== undefined) return answerOrPark(poll, visible(recent, queue, from));
    return lateReads.whenFree(() => startFarBack(poll, from));
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
      if (recent === undefined) return startOutsideMemory(poll, after);
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
    forgetRead: () => readBack.forget(),
  };
}
