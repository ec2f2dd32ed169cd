import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Audits } from "#engine/log/audit-actions.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import { noRealm } from "#platform/errors.ts";
import type { HttpResponse, Content, RequestHead, Headers, PageResponse } from "#http/exchange.ts";
import type { Route, Routed } from "#http/router.ts";
import type { RequiredScope } from "#http/scopes.ts";

/** A route outside of the API: a text, a picture, a file. */
export interface PageRoute extends Route<PageResponse> {
  /** The fields that it takes, if it takes a form. */
  readonly fields?: readonly string[];
  /** What it is recorded as when it changes something. */
  readonly audits?: Audits;
}

type ServePage = (request: Routed) => PageResponse | Promise<PageResponse>;

export const page = (path: string, scope: RequiredScope, serve: ServePage, method = "GET"): PageRoute => ({
  id: "page",
  method,
  path,
  scope,
  serve,
});

export const content = (type: string, body: Content, headers: Headers = {}): HttpResponse => ({
  status: 200,
  headers: { ...headers, "content-type": type },
  body,
});

export async function realmAt(realms: Realms, { headers }: RequestHead): Promise<RealmRuntime> {
  const realm = await realms.byHost(headers["host"]);
  if (realm === undefined) throw noRealm("NONEXISTENT_SUBDOMAIN");
  return realm;
}
