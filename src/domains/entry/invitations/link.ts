import { type Keys, sameSecret } from "#platform/keys.ts";
import type { Invitation } from "#domains/records/invitations/queries.ts";

export const JOIN_PATH = "/join";

type Keyed = Pick<Invitation, "id" | "nonce">;

/** The secret part of a link, and the invitation's ID after it. */
const LINK_KEY = /^([A-Za-z0-9]{32})(\d{1,10})$/;

const keyOf = (keys: Keys, realmId: number, { id, nonce }: Keyed): string =>
  `${keys.invitationKey(realmId, id, nonce)}${id}`;

/** Where an invitation is accepted, below the organization's URL. */
export const invitationPath = (keys: Keys, realmId: number, invitation: Keyed): string =>
  `${JOIN_PATH}/${keyOf(keys, realmId, invitation)}/`;

/** The ID in a link's key. It proves nothing before `opensInvitation`. */
export function idInKey(key: string): number | undefined {
  const id = LINK_KEY.exec(key)?.[2];
  return id === undefined ? undefined : Number(id);
}

export const opensInvitation = (keys: Keys, realmId: number, invitation: Keyed, key: string): boolean =>
  sameSecret(key, keyOf(keys, realmId, invitation));
