import { isKeyGood } from "#engine/model/lookup/api-keys.ts";
import type { Model } from "#engine/model/model.ts";
import type { ApiKey } from "#engine/model/records.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiError, invalidKey } from "#platform/errors.ts";
import { audienceCandidates } from "#engine/log/audience.ts";
import type { Delivery } from "./deliver.ts";
import type { Audience, LogEntry } from "#engine/log/entry.ts";
import type { EventForm, Queue } from "#engine/log/queue.ts";

/** A poll that waits for events. */
export interface ParkedPoll {
  readonly queue: Queue;
  /** By which it came, unless that was the one that every account has, or a session. */
  readonly key: ApiKey | undefined;
  /** When the poll gets a heartbeat, on the monotonic clock. */
  readonly deadline: number;
  /** Answers the poll. Called once, after the poll has left the parked polls. */
  readonly answer: (events: readonly string[]) => void;
  /** Called in its place where the key opens nothing any more. */
  readonly refuse: (error: ApiError) => void;
}

/** The parked polls of an organization. */
export interface ParkedPolls {
  readonly size: number;
  enter(poll: ParkedPoll): void;
  leave(poll: ParkedPoll): void;
  pollOf(queueId: string): ParkedPoll | undefined;
  /**
   * Renders entries for the parked polls while the entries are still being stored, so that `deliver` finds them
   * rendered.
   */
  renderEarly(entries: readonly LogEntry[]): void;
  /** Answers the polls whose queues the new entries are for. */
  deliver(entries: readonly LogEntry[]): void;
  /** Answers polls whose deadline has passed with a heartbeat, and refuses those whose keys have expired. */
  beat(now: number, heartbeat: () => string): void;
  /** Answers all polls, or those of one user, with no events. */
  dismiss(userId?: number): void;
  /** Refuses the polls of a user whose keys open nothing any more. */
  refuseEnded(userId: number): void;
}

export function createParkedPolls(model: Model, delivery: Delivery, clock: Clock): ParkedPolls {
  const byQueue = new Map<string, ParkedPoll>();
  /** Empty lists stay, because most clients poll again in a moment. `beat` removes them. */
  const byUser = new Map<number, ParkedPoll[]>();
  /** Polls of queues for all public channels: they may receive messages of channels that their owners are not in. */
  const ofAllPublic = new Set<ParkedPoll>();

  const leave = (poll: ParkedPoll) => {
    if (byQueue.get(poll.queue.id) !== poll) return;
    byQueue.delete(poll.queue.id);
    if (poll.queue.options.allPublicStreams) ofAllPublic.delete(poll);
    const own = byUser.get(poll.queue.userId);
    own?.splice(own.indexOf(poll), 1);
  };

  const hasEnded = ({ key }: ParkedPoll) => key !== undefined && !isKeyGood(model, key, clock.now());

  const refuse = (poll: ParkedPoll) => {
    leave(poll);
    poll.refuse(invalidKey());
  };

  /** The polls to look at, from the smaller side: the users that an event is for, or the parked polls. */
  function* interested(audience: Audience): Iterable<ParkedPoll> {
    const narrowed = audienceCandidates(model, audience);
    if (narrowed === undefined || narrowed.count > byUser.size) return yield* byQueue.values();
    for (const id of narrowed.users) yield* byUser.get(id) ?? [];
    if (audience.to !== "receivers" || ofAllPublic.size === 0) return;
    const subscribers = model.subscribers.get(audience.channel);
    const isYielded = (id: number) => subscribers?.has(id) === true || audience.also?.includes(id) === true;
    for (const poll of ofAllPublic) if (!isYielded(poll.queue.userId)) yield poll;
  }

  return {
    get size() {
      return byQueue.size;
    },
    enter(poll) {
      byQueue.set(poll.queue.id, poll);
      const own = byUser.get(poll.queue.userId);
      if (own === undefined) byUser.set(poll.queue.userId, [poll]);
      else own.push(poll);
      if (poll.queue.options.allPublicStreams) ofAllPublic.add(poll);
    },
    leave,
    pollOf: (queueId) => byQueue.get(queueId),
    renderEarly(entries) {
      if (byQueue.size === 0) return;
      for (const entry of entries) {
        // Entries after a change are judged by the changed model.
        if (entry.change !== undefined) return;
        if (entry.audience === undefined) continue;
        const forms = new Set<EventForm>();
        for (const { queue } of interested(entry.audience)) {
          const user = model.users.get(queue.userId);
          if (user === undefined || forms.has(queue.form)) continue;
          forms.add(queue.form);
          delivery.serialize(entry, queue, user, model);
        }
      }
    },
    deliver(entries) {
      if (byQueue.size === 0) return;
      const responses = new Map<ParkedPoll, string[]>();
      for (const entry of entries) {
        if (entry.audience === undefined) continue;
        for (const poll of interested(entry.audience)) {
          const user = model.users.get(poll.queue.userId);
          if (user === undefined || hasEnded(poll)) continue;
          const text = delivery.serialize(entry, poll.queue, user, model);
          if (text === undefined) continue;
          const events = responses.get(poll);
          if (events === undefined) responses.set(poll, [text]);
          else events.push(text);
        }
      }
      for (const [poll, events] of responses) {
        leave(poll);
        poll.answer(events);
      }
    },
    beat(now, heartbeat) {
      let text: string | undefined;
      for (const poll of byQueue.values()) {
        if (hasEnded(poll)) {
          refuse(poll);
          continue;
        }
        if (poll.deadline > now) continue;
        text ??= heartbeat();
        leave(poll);
        poll.answer([text]);
      }
      for (const [userId, polls] of byUser) if (polls.length === 0) byUser.delete(userId);
    },
    refuseEnded(userId) {
      for (const poll of (byUser.get(userId) ?? []).filter(hasEnded)) refuse(poll);
    },
    dismiss(userId) {
      for (const poll of userId === undefined ? [...byQueue.values()] : [...(byUser.get(userId) ?? [])]) {
        leave(poll);
        poll.answer([]);
      }
    },
  };
}
