import type { Static, TObject } from "#platform/schema/type.ts";
import type { Keys } from "#platform/keys.ts";
import type { RequiredScope } from "#http/scopes.ts";
import type { AccessModel, AccessUser } from "#engine/model/access/access-model.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { LogEntry, LoggedEvent, MessageText } from "./entry.ts";
import type { EventForm, Queue } from "./queue.ts";

/** The part of an event kind that an action needs to emit it. */
export interface Emittable {
  readonly type: string;
  readonly op?: string;
  readonly schema?: TObject;
  /** A type only, see `logs`: it has no value at run time. */
  readonly logged?: object;
}

/** The fields of a kind as the log keeps them: the documented ones, unless the kind declares others. */
export type FieldsOf<Kind extends Emittable> = "logged" extends keyof Kind
  ? NonNullable<Kind["logged"]>
  : Kind["schema"] extends TObject
    ? SchemaFields<Kind["schema"]>
    : never;

/** The logged fields of a kind that logs what the client receives. */
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

/** The logged part of a kind, for domains that emit it and come before the domain that renders it. */
export interface EmittedAs<Type extends string, Fields extends object> {
  readonly type: Type;
  readonly logged?: Fields;
}

/** Advances the log, and is for nobody. */
export const nothing: EmittedAs<"nothing", Readonly<Record<string, never>>> = { type: "nothing" };

/** The logged form of an event. */
export function loggedEvent<const Kind extends Emittable>(kind: Kind, fields: FieldsOf<Kind>): LoggedEvent {
  const { type, op } = kind;
  const others: object = fields;
  return op === undefined ? { type, ...others } : { type, op, ...others };
}

/** An event with the types of its logged fields. */
export type Logged<Fields> = LoggedEvent & Fields;

/** A kind of event: its documented shape, and how a logged event becomes what a queue receives. */
export interface EventKind<Fields = unknown> {
  readonly type: string;
  readonly op?: string;
  /** What a key must have to receive it. */
  readonly scope: RequiredScope;
  /** Whether queues of keys that are for some channels get it, where it is about one of these channels. */
  readonly isChannelBound?: true;
  readonly summary: string;
  readonly schema: TObject;
  /**
   * The event's fields for a form, without its ID; by default the logged ones. `undefined` withholds the event from
   * queues of that form.
   */
  render?(event: Logged<Fields>, form: EventForm, model: Model, variant: string): Record<string, unknown> | undefined;
  /**
   * Replaces `render` where keys are shown: they are derived at delivery, because the log must hold none. Without keys
   * for the polls of sessions, which are shown none.
   */
  renderWithKeys?(event: Logged<Fields>, keys: Keys | undefined, model: Model): Record<string, unknown>;
  /**
   * Distinguishes receivers who must see the event in another way than others of the same form. `then` is given for
   * late readers if access has changed since the event: they must not learn from it what they could not know then.
   * `readUpTo` is given for all late readers: the access model at the position up to which they have read, which decides
   * what their client shows.
   */
  variant?(event: Logged<Fields>, user: User, model: Model, then?: Viewpoint, readUpTo?: AccessModel): string;
  /**
   * The JSON text of the fields that differ from receiver to receiver, without braces. It is separate so that
   * everything else is serialized once.
   */
  personal?(event: Logged<Fields>, user: User, queue: Queue, model: Model, then?: Viewpoint): string;
  /** Whether a queue with these options gets the event at all. */
  readonly isFor?: (queue: Queue) => boolean;
  readonly carriesText?: CarriedText<Fields>;
  /**
   * Whether the event takes from its readers what they had. Late readers who could see it at its position get it even if
   * they have lost access since: no other event would tell them.
   */
  readonly isLoss?: true;
  /** The messages whose text this event deletes or replaces. */
  changesText?(
    entry: Pick<LogEntry, "audience"> & { readonly event?: Logged<Fields> },
  ): { ids: readonly number[]; text: MessageText | undefined } | undefined;
  /** Whether a queue's narrow matches the event. */
  matchesNarrow?(event: Logged<Fields>, queue: Queue, user: User, model: Model): boolean;
}

/** How an event that carries the text of a message is delivered after that text has changed. */
interface CarriedText<Fields> {
  /** The message, or undefined if this event carries none of its text. */
  messageOf(event: Logged<Fields>): number | undefined;
  /**
   * The event without outdated text: unchanged, with the text of `now`, or without one if the message was deleted.
   * Undefined if nothing is left of it.
   */
  withText(event: Logged<Fields>, now: MessageText | undefined, model: Model): LoggedEvent | undefined;
}

/** A user and the access model at an older position of the log. */
export interface Viewpoint {
  readonly user: AccessUser;
  readonly access: AccessModel;
}

/** An event of one of these kinds as a client receives it: a union that `type` and `op` discriminate. */
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
