import type { Model } from "../model/model.ts";
import { candidates } from "../log/audience.ts";
import type { Delivery } from "./deliver.ts";
import type { Audience, LogEntry } from "../log/entry.ts";
import type { Form, Queue } from "../log/queue.ts";

/** A poll that waits for something to happen. */
export interface Waiter {
  readonly queue: Queue;
  /** When it gets a heartbeat, on the monotonic clock. */
  readonly deadline: number;
  /** Ends the wait. Called once, after the waiter has left the room. */
  readonly answer: (events: readonly string[]) => void;
}

/** The parked polls of an organization. */
export interface WaitingRoom {
  readonly size: number;
  enter(waiter: Waiter): void;
  leave(waiter: Waiter): void;
  waiterOf(queueId: string): Waiter | undefined;
  /** Renders entries for those who wait, while the entries are still being stored: `deliver` finds it done. */
  foresee(entries: readonly LogEntry[]): void;
  /** Gives new entries to whom they are for. */
  deliver(entries: readonly LogEntry[]): void;
  /** Ends the waits that have lasted long enough. */
  beat(now: number, heartbeat: () => string): void;
  /** Ends every wait, or those of one user. */
  dismiss(userId?: number): void;
}

export function createWaitingRoom(model: Model, delivery: Delivery): WaitingRoom {
  const byQueue = new Map<string, Waiter>();
  /** Lists stay when they are empty: most waiters are back in a moment. `beat` sweeps. */
  const byUser = new Map<number, Waiter[]>();
  /** They may receive messages of channels that their owners are not in. */
  const ofAllPublic = new Set<Waiter>();

  const leave = (waiter: Waiter) => {
    if (byQueue.get(waiter.queue.id) !== waiter) return;
    byQueue.delete(waiter.queue.id);
    if (waiter.queue.options.allPublicStreams) ofAllPublic.delete(waiter);
    const own = byUser.get(waiter.queue.userId);
    own?.splice(own.indexOf(waiter), 1);
  };

  /** Looks at the smaller side: the users that an event is for, or those who wait. */
  function* interested(audience: Audience): Iterable<Waiter> {
    const narrowed = candidates(model, audience);
    if (narrowed === undefined || narrowed.count > byUser.size) return yield* byQueue.values();
    for (const id of narrowed.users) yield* byUser.get(id) ?? [];
    if (audience.to !== "receivers" || ofAllPublic.size === 0) return;
    const subscribers = model.subscribers.get(audience.channel);
    const isYielded = (id: number) => subscribers?.has(id) === true || audience.also?.includes(id) === true;
    for (const waiter of ofAllPublic) if (!isYielded(waiter.queue.userId)) yield waiter;
  }

  return {
    get size() {
      return byQueue.size;
    },
    enter(waiter) {
      byQueue.set(waiter.queue.id, waiter);
      const own = byUser.get(waiter.queue.userId);
      if (own === undefined) byUser.set(waiter.queue.userId, [waiter]);
      else own.push(waiter);
      if (waiter.queue.options.allPublicStreams) ofAllPublic.add(waiter);
    },
    leave,
    waiterOf: (queueId) => byQueue.get(queueId),
    foresee(entries) {
      if (byQueue.size === 0) return;
      for (const entry of entries) {
        // What comes behind a change is judged by another model.
        if (entry.change !== undefined) return;
        if (entry.audience === undefined) continue;
        const forms = new Set<Form>();
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
      const answers = new Map<Waiter, string[]>();
      for (const entry of entries) {
        if (entry.audience === undefined) continue;
        for (const waiter of interested(entry.audience)) {
          const user = model.users.get(waiter.queue.userId);
          if (user === undefined) continue;
          const text = delivery.serialize(entry, waiter.queue, user, model);
          if (text === undefined) continue;
          const events = answers.get(waiter);
          if (events === undefined) answers.set(waiter, [text]);
          else events.push(text);
        }
      }
      for (const [waiter, events] of answers) {
        leave(waiter);
        waiter.answer(events);
      }
    },
    beat(now, heartbeat) {
      let text: string | undefined;
      for (const waiter of byQueue.values()) {
        if (waiter.deadline > now) continue;
        text ??= heartbeat();
        leave(waiter);
        waiter.answer([text]);
      }
      for (const [userId, waiters] of byUser) if (waiters.length === 0) byUser.delete(userId);
    },
    dismiss(userId) {
      for (const waiter of userId === undefined ? [...byQueue.values()] : [...(byUser.get(userId) ?? [])]) {
        leave(waiter);
        waiter.answer([]);
      }
    },
  };
}
