import type { LiveRealm } from "../live/realm.ts";
import type { Realms } from "../live/realms.ts";
import { noRealm } from "./errors.ts";
import type { Answer, Content, Head, Headers, PageAnswer } from "./exchange.ts";
import type { Route, Routed } from "./router.ts";

/** Something to be had outside of the API: a text, a picture, a file. */
export type Page = Route<PageAnswer>;

type ServePage = (request: Routed) => PageAnswer | Promise<PageAnswer>;

export const page = (path: string, serve: ServePage, method = "GET"): Page => ({ id: "page", method, path, serve });

export const content = (type: string, body: Content, headers: Headers = {}): Answer => ({
  status: 200,
  headers: { ...headers, "content-type": type },
  body,
});

export async function realmAt(realms: Realms, { headers }: Head): Promise<LiveRealm> {
  const realm = await realms.byHost(headers["host"]);
  if (realm === undefined) throw noRealm("NONEXISTENT_SUBDOMAIN");
  return realm;
}
