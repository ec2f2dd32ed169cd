import { createOrganization, type NewOrganization } from "#domains/organization/create-organization.ts";
import { postFirstTopics } from "#domains/organization/first-topics.ts";
import type { User } from "#engine/model/records.ts";
import { recording } from "#engine/runtime/recording.ts";
import { openRealm } from "#engine/runtime/realm-runtime.ts";
import { urlOf } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import { publicUrl } from "../server.ts";

/**
 * Creates an organization for people, with its first messages. Those come in a transaction of their own, because they are
 * written as all later ones are: an interruption between the two leaves an organization without them.
 */
export async function foundOrganization(
  site: ServerSite,
  organization: NewOrganization,
): Promise<{ realmId: number; owner: User }> {
  const { config, db } = site;
  const created = await createOrganization(db.writes, organization);
  const url = urlOf(publicUrl(config, config.port), organization.subdomain);
  // A server that runs beside this process looks for new organizations by itself.
  const realm = await openRealm({ site, realmId: created.realmId, url: () => url, announce: () => {} });
  const { subdomain, name, owner } = organization;
  await recording(realm, ["realm.created"], { actorKind: "operator" }).writeAsServer((tx) => {
    tx.audit("realm.created", created.realmId, { new: { subdomain, name, owner: owner.email } });
    return postFirstTopics(tx);
  });
  await realm.drain();
  return created;
}
