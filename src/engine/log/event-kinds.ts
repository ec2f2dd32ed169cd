import type { Static, TObject } from "typebox";
import type { Keys } from "../../platform/keys.ts";
import type { AccessModel } from "../model/access/access-model.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import type { LogEntry, LoggedEvent, MessageText } from "./entry.ts";
import type { Form, Queue } from "./queue.ts";

/** A kind of event: its documented shape, and how a logged one becomes what a queue receives. */
export interface EventKind {
  readonly type: string;
  readonly op?: string;
  readonly summary: string;
  readonly schema: TObject;
  /**
   * The event's fields for a form, without its ID; by default the logged ones as they are. `undefined` withholds the
   * event from queues of that form.
   */
  readonly render?: (
    event: LoggedEvent,
    form: Form,
    model: Model,
    variant: string,
  ) => Record<string, unknown> | undefined;
  /** Instead of `render` where keys are shown: they are derived at delivery, because the log must hold none. */
  readonly renderWithKeys?: (event: LoggedEvent, keys: Keys, model: Model) => Record<string, unknown>;
  /**
   * Receivers who must see the event in another way than others of the same form. `then` is there for late readers, if
   * access has changed since the event: what they could not know then they do not learn from it now.
   */
  readonly variant?: (event: LoggedEvent, user: User, model: Model, then?: Viewpoint) => string;
  /**
   * The JSON text of the fields that differ from receiver to receiver, without braces. Kept apart so that everything
   * else is serialized once.
   */
  readonly personal?: (event: LoggedEvent, user: User, queue: Queue, model: Model) => string;
  /** Whether a queue of this kind gets the event at all. */
  readonly isFor?: (queue: Queue) => boolean;
  readonly carriesText?: CarriedText;
  /** The messages that such an event deletes, or gives another text. */
  readonly changesText?: (entry: LogEntry) => { ids: readonly number[]; text: MessageText | undefined } | undefined;
  /** Whether a queue's narrow lets the event through. */
  readonly matchesNarrow?: (event: LoggedEvent, queue: Queue, user: User, model: Model) => boolean;
}

/** How an event that carries the text of a message is delivered after that text has changed. */
interface CarriedText {
  /** The message, or nothing if this event has none of its text. */
  readonly messageOf: (event: LoggedEvent) => number | undefined;
  /**
   * The event with no text that is gone: as it is, with the text of `now`, or without one if the message was deleted.
   * Nothing if it then has nothing to say.
   */
  readonly withText: (event: LoggedEvent, now: MessageText | undefined, model: Model) => LoggedEvent | undefined;
}

/** Who somebody was at an older position, and what decided there what they could see. */
export interface Viewpoint {
  readonly user: User;
  readonly access: AccessModel;
}

/** An event of one of these kinds as a client receives it: a union that `type` and `op` tell apart. */
export type EventOf<Kinds extends readonly EventKind[]> = Kinds[number] extends infer Kind
  ? Kind extends { readonly schema: infer Schema extends TObject }
    ? { readonly id: number } & Static<Schema>
    : never
  : never;

export type EventRegistry = ReadonlyMap<string, EventKind>;

export const kindKey = (event: { type: string; op?: string | undefined }): string =>
  event.op === undefined ? event.type : `${event.type}/${event.op}`;

export function eventRegistryOf(kinds: readonly EventKind[]): EventRegistry {
  return new Map(kinds.map((kind) => [kindKey(kind), kind]));
}
