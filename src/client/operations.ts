import type { Static, TObject } from "#platform/schema/type.ts";
import type { Endpoint } from "#api/endpoint.ts";
import type { AnyParam } from "#api/parameters/params.ts";
import type { EventOf } from "#engine/log/event-kinds.ts";
import type { Endpoints, EventKinds } from "../app.ts";

/**
 * What the server's declarations say of each operation and event. In the npm package these are types that
 * scripts/client-types.ts prints, so that programs need not compile the server; a test compares the two.
 */
type Declared = Endpoints[number];
type ParamsOf<E> = E extends Endpoint<infer _M, infer _Path, infer P, infer _R> ? P : never;
type ResultOf<E> = E extends Endpoint<infer _M, infer _Path, infer _P, infer R> ? Static<TObject<R>> : never;

type ParamValue<P> = P extends AnyParam<infer Value> ? Value : never;
type RequiredName<P> = { [Name in keyof P]: P[Name] extends { readonly required: true } ? Name : never }[keyof P];

type ArgumentsFor<P> = { readonly [Name in RequiredName<P>]: ParamValue<P[Name]> } & {
  readonly [Name in Exclude<keyof P, RequiredName<P>>]?: ParamValue<P[Name]> | undefined;
};
/** Makes editors show the type as one object. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] };

/** Operations by name, such as `"POST /messages"`. */
export type Operations = {
  [E in Declared as `${E["method"]} ${E["path"]}`]: {
    readonly arguments: Flat<ArgumentsFor<ParamsOf<E>>>;
    readonly result: ResultOf<E>;
  };
};

/** An event as a client receives it: a union that `type` and `op` discriminate. Newer servers may send other events. */
export type ReceivedEvent = EventOf<EventKinds>;
