import type { OrganizationTask } from "#engine/runtime/realms.ts";
import { recording } from "#engine/runtime/recording.ts";
import { endSession } from "#domains/people/sessions/actions.ts";
import { allProviders } from "#domains/records/sign-on/providers.ts";

/** Ends the sessions of providers that the operator has taken out of the file. */
export const endRemovedProviders: OrganizationTask = async (realm, site) => {
  const known = new Set(allProviders(site.config, realm.model).map(({ key }) => key));
  const isGone = ({ provider }: { readonly provider: string | null }) => provider !== null && !known.has(provider);
  if (![...realm.model.sessions.values()].some(isGone)) return;
  await recording(realm, ["session.ended"], { actorKind: "server" }).writeAsServer(async (tx) => {
    for (const session of tx.model.sessions.values()) if (isGone(session)) await endSession(tx, session);
  });
};
