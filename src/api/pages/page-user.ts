import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import type { Routed } from "#http/router.ts";
import { authenticateRequest, showsKey } from "../callers/auth.ts";
import { type Caller, requireScope } from "../callers/caller.ts";
import { refuseWebhook } from "../callers/gates.ts";
import {
  dropCookie,
  findSession,
  noteSeen,
  notLoggedIn,
  refuseWithoutTwoStep,
  userOfSession,
} from "../browser/session.ts";
import { queryFields, queryOf } from "../parameters/fields.ts";
import { callerWithKey } from "../callers/user-by-key.ts";

/** A request for a page. */
export type PageRequest = Pick<Routed, "head" | "responseHeaders" | "scope">;

/** Somebody who asks for a page, and whether their browser may keep the answer once it is closed. */
export interface PageCaller {
  readonly user: User;
  readonly mayKeep: boolean;
}

export const pageUser = async (...request: Parameters<typeof pageCaller>): Promise<User> =>
  (await pageCaller(...request)).user;

/**
 * Who asks for a file or another page: somebody with a key, as at the API or in the query (`?api_key=`), or a browser with its session.
 * Only what changes nothing may ask so: no other origin is refused here.
 */
export async function pageCaller(
  site: Site,
  realm: RealmRuntime,
  { head, responseHeaders, scope }: PageRequest,
): Promise<PageCaller> {
  const byKey = ({ user, key }: Caller): PageCaller => {
    requireScope(key, scope);
    return { user, mayKeep: true };
  };
  if (showsKey(head.headers)) return byKey(authenticateRequest(site, realm, head));
  const secret = queryFields(queryOf(head.url)).get("api_key");
  if (secret !== undefined) {
    const caller = await callerWithKey(site, realm, secret);
    refuseWebhook(caller.user);
    return byKey(caller);
  }
  const session = await findSession(site, realm, head);
  if (session === undefined) {
    await dropCookie(site, realm, head, responseHeaders);
    throw notLoggedIn();
  }
  // A browser sends the cookie also where a neighbour below the same domain embeds a file.
  responseHeaders["cross-origin-resource-policy"] = "same-origin";
  noteSeen(site, realm, session, head, responseHeaders);
  const user = userOfSession(realm, session);
  refuseWithoutTwoStep(site, realm, user, session.session);
  return { user, mayKeep: session.session.isPersistent };
}
