import type { RealmRuntime } from "../../engine/runtime/realm-runtime.ts";
import type { Site } from "../../engine/runtime/site.ts";
import type { User } from "../../engine/model/records.ts";
import type { RequestHead } from "../../http/exchange.ts";
import { authenticate, checkedAccount, showsKey } from "../auth.ts";
import { findSession, noteSeen, notLoggedIn, userOfSession } from "../browser/session.ts";
import { queryFields, queryOf } from "../parameters/fields.ts";
import { userByKey } from "./user-by-key.ts";

/**
 * Who asks for a file or another page: somebody with a key, as at the API or in the query (`?api_key=`), or a browser with its session.
 * Only what changes nothing may ask so: no other origin is refused here.
 */
export async function pageUser(
  site: Site,
  realm: RealmRuntime,
  head: RequestHead,
  answerHeaders: Record<string, string>,
): Promise<User> {
  if (showsKey(head.headers)) return authenticate(realm, site.keys, head.headers);
  const key = queryFields(queryOf(head.url)).get("api_key");
  if (key !== undefined) return checkedAccount(realm, await userByKey(realm, site.keys, key));
  const session = await findSession(site, realm, head);
  if (session === undefined) throw notLoggedIn();
  // A browser sends the cookie also where a neighbour below the same domain embeds a file.
  answerHeaders["cross-origin-resource-policy"] = "same-origin";
  noteSeen(site, realm, session, head, answerHeaders);
  return userOfSession(realm, session);
}
