import type { Static, TObject } from "typebox";
import type { Keys } from "../../platform/keys.ts";
import type { AccessModel } from "../model/access/access-model.ts";
import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";
import type { LogEntry, LoggedEvent, MessageText } from "./entry.ts";
import type { EventForm, Queue } from "./queue.ts";

/** What an action names when it emits an event. */
export interface Emittable {
  readonly type: string;
  readonly op?: string;
  readonly schema?: TObject;
  /** Only a type, see `logs`: nothing is there at run time. */
  readonly logged?: object;
}

/** The fields of a kind as the log keeps them: as documented, unless the kind says that it logs something else. */
export type FieldsOf<Kind extends Emittable> = "logged" extends keyof Kind
  ? NonNullable<Kind["logged"]>
  : Kind["schema"] extends TObject
    ? SchemaFields<Kind["schema"]>
    : never;

/** What is logged where it is what the client receives. */
export type SchemaFields<Schema extends TObject> = DeepReadonly<Omit<Static<Schema>, "type" | "op">>;

type DeepReadonly<Value> = Value extends readonly (infer One)[]
  ? readonly DeepReadonly<One>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** Declares a kind that logs other fields than clients receive; its functions get them with their types. */
export const logs =
  <Fields extends object>() =>
  <const Kind extends EventKind<Fields>>(kind: Kind) =>
    kind as Kind & { readonly logged?: Fields };

/** Of a kind only what is logged, where it is emitted by a domain that comes before what rendering it needs. */
export interface EmittedAs<Type extends string, Fields extends object> {
  readonly type: Type;
  readonly logged?: Fields;
}

/** Moves the log on, and is for nobody. */
export const nothing: EmittedAs<"nothing", Readonly<Record<string, never>>> = { type: "nothing" };

/** The entry of an event. */
export function loggedEvent<const Kind extends Emittable>(kind: Kind, fields: FieldsOf<Kind>): LoggedEvent {
  const { type, op } = kind;
  const others: object = fields;
  return op === undefined ? { type, ...others } : { type, op, ...others };
}

/** An event that was logged with these fields. */
export type Logged<Fields> = LoggedEvent & Fields;

/** A kind of event: its documented shape, and how a logged one becomes what a queue receives. */
export interface EventKind<Fields = unknown> {
  readonly type: string;
  readonly op?: string;
  readonly summary: string;
  readonly schema: TObject;
  /**
   * The event's fields for a form, without its ID; by default the logged ones as they are. `undefined` withholds the
   * event from queues of that form.
   */
  render?(event: Logged<Fields>, form: EventForm, model: Model, variant: string): Record<string, unknown> | undefined;
  /** Instead of `render` where keys are shown: they are derived at delivery, because the log must hold none. */
  renderWithKeys?(event: Logged<Fields>, keys: Keys, model: Model): Record<string, unknown>;
  /**
   * Receivers who must see the event in another way than others of the same form. `then` is there for late readers, if
   * access has changed since the event: what they could not know then they do not learn from it now.
   */
  variant?(event: Logged<Fields>, user: User, model: Model, then?: Viewpoint): string;
  /**
   * The JSON text of the fields that differ from receiver to receiver, without braces. Kept apart so that everything
   * else is serialized once.
   */
  personal?(event: Logged<Fields>, user: User, queue: Queue, model: Model): string;
  /** Whether a queue of this kind gets the event at all. */
  readonly isFor?: (queue: Queue) => boolean;
  readonly carriesText?: CarriedText<Fields>;
  /** The messages that such an event deletes, or gives another text. */
  changesText?(
    entry: Pick<LogEntry, "audience"> & { readonly event?: Logged<Fields> },
  ): { ids: readonly number[]; text: MessageText | undefined } | undefined;
  /** Whether a queue's narrow lets the event through. */
  matchesNarrow?(event: Logged<Fields>, queue: Queue, user: User, model: Model): boolean;
}

/** How an event that carries the text of a message is delivered after that text has changed. */
interface CarriedText<Fields> {
  /** The message, or nothing if this event has none of its text. */
  messageOf(event: Logged<Fields>): number | undefined;
  /**
   * The event with no text that is gone: as it is, with the text of `now`, or without one if the message was deleted.
   * Nothing if it then has nothing to say.
   */
  withText(event: Logged<Fields>, now: MessageText | undefined, model: Model): LoggedEvent | undefined;
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
