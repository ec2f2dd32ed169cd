import type { RealmRuntime } from "../../engine/runtime/realm-runtime.ts";
import type { Realms } from "../../engine/runtime/realms.ts";
import { noRealm } from "../../platform/errors.ts";
import type { Answer, Content, Head, Headers, PageAnswer } from "../../http/exchange.ts";
import type { Route, Routed } from "../../http/router.ts";

/** Something to be had outside of the API: a text, a picture, a file. */
export type Page = Route<PageAnswer>;

type ServePage = (request: Routed) => PageAnswer | Promise<PageAnswer>;

export const page = (path: string, serve: ServePage, method = "GET"): Page => ({ id: "page", method, path, serve });

export const content = (type: string, body: Content, headers: Headers = {}): Answer => ({
  status: 200,
  headers: { ...headers, "content-type": type },
  body,
});

export async function realmAt(realms: Realms, { headers }: Head): Promise<RealmRuntime> {
  const realm = await realms.byHost(headers["host"]);
  if (realm === undefined) throw noRealm("NONEXISTENT_SUBDOMAIN");
  return realm;
}
