import type { Config } from "#config/config.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { caseless } from "#platform/characters.ts";
import { badRequest } from "#platform/errors.ts";
import { openProviders, type Provider } from "./providers.ts";
import { providersOfUser } from "./queries.ts";

type Manages = (provider: Provider) => boolean;

/** The provider that keeps something of a user up to date: their own change would last until their next login. */
async function managerOf(
  tx: Pick<Tx, "sql" | "realmId" | "model">,
  config: Pick<Config, "signOn">,
  { id }: User,
  manages: Manages,
): Promise<string | undefined> {
  const managing = openProviders(config, tx.model).filter(manages);
  if (managing.length === 0) return undefined;
  const own = await providersOfUser(tx.sql, tx.realmId, id);
  return managing.find(({ key }) => own.includes(key))?.settings.display_name;
}

type Asks = Pick<Tx, "sql" | "realmId" | "model">;

/** Refuses a user's own change of a name that comes from a provider. */
export async function refuseManagedName(
  tx: Asks,
  config: Pick<Config, "signOn">,
  user: User,
  fullName: string | undefined,
): Promise<void> {
  if (fullName === undefined || fullName.trim() === user.fullName) return;
  const provider = await managerOf(tx, config, user, ({ settings }) => settings.mappings?.name !== undefined);
  if (provider !== undefined) throw badRequest(`Your name comes from ${provider}. Change it there.`);
}

/** The same for fields of the profile. */
export async function refuseManagedFields(
  tx: Asks,
  config: Pick<Config, "signOn">,
  user: User,
  ids: readonly number[],
): Promise<void> {
  const names = new Set(ids.flatMap((id) => fieldName(tx.model, id)));
  const manages: Manages = ({ settings }) =>
    Object.keys(settings.mappings?.profile_fields ?? {}).some((name) => names.has(caseless(name)));
  const provider = await managerOf(tx, config, user, manages);
  if (provider !== undefined) throw badRequest(`This field comes from ${provider}. Change it there.`);
}

const fieldName = ({ profileFields }: Model, id: number): string[] =>
  profileFields.filter((field) => field.id === id).map(({ name }) => caseless(name));
