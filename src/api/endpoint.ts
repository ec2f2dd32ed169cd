import type { Static, TObject, TProperties } from "#platform/schema/type.ts";
import { Type } from "#platform/schema/type.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { ApiKey, Session, User } from "#engine/model/records.ts";
import type { AuditAction, Audits } from "#engine/log/audit-actions.ts";
import type { ErrorCode } from "#platform/errors.ts";
import type { UploadedFile } from "./parameters/fields.ts";
import type { RequestHead } from "#http/exchange.ts";
import type { RequiredScope } from "#http/scopes.ts";
import type { IncomingFile } from "#http/fast-path/multipart.ts";
import type { Params, Values } from "./parameters/params.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: anybody; any account ("sender" includes those that may only send: incoming webhooks; "webhook" the same,
 * and the key may be in the URL); a person; or an account, or person, with at least some role.
 */
export type Auth =
  | "none"
  | "sender"
  | "webhook"
  | "user"
  | "human"
  | "member"
  | "human_member"
  | "administrator"
  | "owner";

/** What a request below `BROWSER_PREFIX` has besides: the cookie of its session. */
export interface BrowserCall {
  /** The session that the cookie is of, if it is one that is alive. */
  readonly session: () => Promise<Session | undefined>;
  /** What the browser says that it is. */
  readonly agent: string;
  /** Lets the browser have the cookie of another session. */
  readonly setCookie: (secret: string, isPersistent: boolean) => void;
  /** Makes the browser forget the cookie, and what else it has kept of this origin. */
  readonly clear: () => void;
}

/** The body of a request as it came, for endpoints with `takesBody`. */
interface ReceivedBody {
  readonly bytes: Buffer;
  readonly headers: RequestHead["headers"];
}

/** What an endpoint with this declaration may record. */
export type RecordedBy<Declared extends Audits | undefined> = Declared extends readonly (infer Action extends
  AuditAction)[]
  ? Action
  : never;

/** A parsed request. */
export interface Call<A extends Auth, P extends Params, Declared extends Audits | undefined = undefined> {
  readonly site: Site;
  readonly realm: RealmRuntime<RecordedBy<Declared>>;
  readonly actor: A extends "none" ? undefined : User;
  /** The key by which the caller came, unless that was the one that every account has. */
  readonly key: ApiKey | undefined;
  readonly params: Values<P>;
  /** The name of the client program that sent it. */
  readonly client: string;
  /** The origin of the request as a key for limits: see http/client-address.ts. */
  readonly address: () => string;
  /** What its program says that it is. */
  readonly agent: () => string;
  /** The organization's URL for this caller alone; what other users may see uses `realm.url`. */
  readonly url: () => string;
  /** Absent for callers by API key. */
  readonly browser?: BrowserCall | undefined;
  readonly files: readonly UploadedFile[];
  /** For endpoints with `streamsFile`: the file, while it arrives. */
  readonly incoming?: IncomingFile | undefined;
  /** For endpoints with `takesBody`. */
  readonly received?: ReceivedBody | undefined;
}

export type ResultFields = TProperties;
export type ResultOf<R extends ResultFields> = Static<TObject<R>>;

export interface Idempotence {
  readonly except?: readonly string[];
}

/** The declaration of an endpoint, from which routes, parsing, documentation and the client follow. */
export interface Declaration<
  M extends Method,
  Path extends string,
  A extends Auth,
  P extends Params,
  R extends ResultFields,
  Declared extends Audits | undefined,
> {
  readonly id: string;
  readonly method: M;
  /** Below `PREFIX`; `{name}` marks a parameter. */
  readonly path: Path;
  readonly summary: string;
  /** The feature level that introduced it. */
  readonly since?: number;
  readonly auth: A;
  /** What it demands of a key with scopes. */
  readonly scope: RequiredScope;
  /**
   * Whether keys that are for some channels may call it. It then finds the channels of the key in the model and no others,
   * and no direct conversation: whatever else it reads must be looked up there first.
   */
  readonly isChannelBound?: true;
  /** What its success is recorded as. */
  readonly audits?: Declared;
  readonly params: P;
  readonly result: R;
  readonly errors: readonly ErrorCode[];
  /** The types of the events that it emits. */
  readonly emits?: readonly string[];
  /**
   * Whether a request with an `Idempotency-Key` happens once, however often it is sent. Its one write must return what
   * `run` returns, the same object, and nothing secret. Parameters in `except` may differ in a repeat.
   */
  readonly idempotent?: Idempotence;
  /** The error where a host names no organization; by default 404 NONEXISTENT_SUBDOMAIN. */
  readonly withoutRealm?: "BAD_REQUEST";
  /** Served by api/event-polls.ts. */
  readonly isLongpoll?: true;
  /** Its answer takes much time and memory, so that few are worked on at once. */
  readonly isLarge?: true;
  /** A description of the file that a multipart body may contain. */
  readonly file?: string;
  /** Whether the file may be too large for memory: the parameters are then those before it in the body. */
  readonly streamsFile?: true;
  /**
   * Whether `run` reads the body itself, because another service decides what is in it; then the number is its limit in
   * bytes. The fields of a form are parameters all the same.
   */
  readonly takesBody?: number;
  readonly run: (call: Call<A, P, Declared>) => ResultOf<R> | Promise<ResultOf<R>>;
}

/** What changes something says how that is recorded; what only reads may. */
type Audited<M extends Method> = M extends "GET"
  ? { readonly audits?: Exclude<Audits, "personal"> }
  : { readonly audits: Audits };

export interface Endpoint<
  M extends Method = Method,
  Path extends string = string,
  P extends Params = Params,
  R extends ResultFields = ResultFields,
> {
  readonly id: string;
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly since?: number;
  readonly auth: Auth;
  readonly scope: RequiredScope;
  readonly isChannelBound?: true;
  readonly audits?: Audits | undefined;
  readonly params: P;
  readonly result: R;
  readonly resultSchema: TObject;
  readonly errors: readonly ErrorCode[];
  readonly emits: readonly string[];
  readonly idempotent?: Idempotence;
  readonly withoutRealm: ErrorCode;
  readonly isLongpoll?: true;
  readonly isLarge?: true;
  readonly file?: string;
  readonly streamsFile?: true;
  readonly takesBody?: number;
  readonly run: (call: Call<Auth, Params>) => unknown;
}

export function endpoint<
  const M extends Method,
  const Path extends string,
  A extends Auth,
  P extends Params,
  R extends ResultFields,
  const Declared extends Audits | undefined = undefined,
>(declaration: Declaration<M, Path, A, P, R, Declared> & Audited<M>): Endpoint<M, Path, P, R> {
  return {
    emits: [],
    ...declaration,
    withoutRealm: declaration.withoutRealm ?? "NONEXISTENT_SUBDOMAIN",
    resultSchema: Type.Object(declaration.result),
    // endpoint-route.ts supplies the actor that `auth` promises and the values that `params` declares.
    run: declaration.run as unknown as Endpoint["run"],
  };
}

/** The parameters that are part of the path. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
