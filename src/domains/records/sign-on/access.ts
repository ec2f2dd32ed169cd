import type { Config } from "#config/config.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { badRequest } from "#platform/errors.ts";
import { readPassword } from "../users/queries.ts";
import type { AuthenticationMethods } from "../organization/authentication-methods.ts";
import { isMethodOn } from "./methods.ts";
import { openProviders } from "./providers.ts";
import { providersOfUser } from "./queries.ts";

/** The organization as it would be with these ways to log in. */
export const withMethods = (model: Model, methods: AuthenticationMethods): Model => ({
  ...model,
  realm: { ...model.realm, settings: { ...model.realm.settings, authentication_methods: methods } },
});

/** Refuses what would lock out the owner who asks for it: nobody else could take it back. `after` is the model after it. */
export async function checkKeepsWayIn(
  tx: Pick<Tx, "sql" | "realmId">,
  config: Pick<Config, "signOn">,
  after: Model,
  owner: User,
): Promise<void> {
  if (isMethodOn(after, "Email") && (await readPassword(tx.sql, tx.realmId, owner.id)) !== undefined) return;
  const own = await providersOfUser(tx.sql, tx.realmId, owner.id);
  if (openProviders(config, after).some(({ key }) => own.includes(key))) return;
  throw badRequest(
    "You could not log in any more. Log in once by a provider that stays, or choose a password, and try again.",
  );
}
