import { type TSchema, Type } from "#platform/schema/type.ts";
import { boolean, integer, optional, type Param } from "#api/parameters/params.ts";
import type { Model } from "#engine/model/model.ts";
import { limit, UNLIMITED } from "./param-kinds.ts";
import { schemaLike } from "./schema.ts";

/** The rules of a change. */
interface Traits<Value, Stored> {
  /** Whether only owners may change it; otherwise administrators may. */
  readonly isOwners?: true;
  /** Refuses values that the parameter's schema allows. */
  readonly check?: (model: Model, value: Value) => void;
  /** The value is the ID of a channel that the actor must know. A negative ID means none. */
  readonly refersTo?: "channel" | "private channel";
  /**
   * A change is sent as `realm/update`. For historical reasons some properties are sent as `realm/update_dict`, together
   * with the fields that follow from the value.
   */
  readonly announcedWith?: (stored: Stored) => Readonly<Record<string, unknown>>;
}

interface Changeable<Value, Stored> extends Traits<Value, Stored> {
  readonly param: Param<Value | undefined, false>;
}

/** Stored in `realm.settings` if it differs from `initial`, and shown by register as `realm_<name>`. */
export interface Constant<Stored> {
  readonly storage: "settings";
  /** The value in a new organization, in the form in which it is stored and shown. */
  readonly initial: Stored;
  readonly schema: TSchema;
}

export interface SettingProperty<Value, Stored> extends Constant<Stored>, Changeable<Value, Stored> {
  readonly stored: (value: Value) => Stored;
}

/** A column of the table `realm`. */
export interface ColumnProperty<Value> extends Changeable<Value, Value> {
  readonly storage: "column";
}

/** A parameter that is checked and changes nothing, because there is only one valid value. */
export interface FixedProperty<Value> extends Changeable<Value, never> {
  readonly storage: "nowhere";
}

/** A property that a request may change, of any type of values. */
export type Property = SettingProperty<unknown, unknown> | ColumnProperty<unknown> | FixedProperty<unknown>;

const UnlimitedSchema = Type.Union([Type.Integer(), Type.Null()]);

/** A property whose values are stored as they are sent. */
export const setting = <Value>(
  initial: NoInfer<Value>,
  param: Param<Value>,
  traits: Traits<Value, Value> = {},
): SettingProperty<Value, Value> => converted(initial, param, (value) => value, traits);

/** A property whose values are stored in another form than that in which they are sent. */
export const converted = <Value, Stored>(
  initial: Stored,
  param: Param<Value>,
  stored: (value: Value) => NoInfer<Stored>,
  traits: Traits<Value, NoInfer<Stored>> & { readonly schema?: TSchema } = {},
): SettingProperty<Value, Stored> => ({
  storage: "settings",
  initial,
  param: optional(param),
  schema: schemaLike(initial),
  stored,
  ...traits,
});

/** A property that no request changes. */
export const constant = <Value>(initial: Value): Constant<Value> => ({
  storage: "settings",
  initial,
  schema: schemaLike(initial),
});

export const flag = (initial: boolean, about: string, traits: Traits<boolean, boolean> = {}) =>
  setting(initial, boolean(about), traits);

/** A limit. No limit is stored as null. */
export const unlimitable = (
  initial: number | null,
  about: string,
  traits: Traits<number | typeof UNLIMITED, number | null> = {},
): SettingProperty<number | typeof UNLIMITED, number | null> =>
  converted(initial, limit(about), (value) => (value === UNLIMITED ? null : value), {
    schema: UnlimitedSchema,
    ...traits,
  });

export const channel = (about: string, refersTo: "channel" | "private channel" = "channel") =>
  converted(-1, integer(`${about} A negative number means none.`), (id) => Math.max(id, -1), { refersTo });

export const column = <Value>(param: Param<Value>): ColumnProperty<Value> => ({
  storage: "column",
  param: optional(param),
});

export const fixed = <Value>(param: Param<Value>, traits: Traits<Value, never>): FixedProperty<Value> => ({
  storage: "nowhere",
  param: optional(param),
  ...traits,
});
