import type { User } from "#engine/model/records.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { badRequest } from "#platform/errors.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";
import { type StoredZoomToken, zoomTokenOf } from "./queries.ts";
import { invalidToken, type ZoomTokens } from "./zoom.ts";

/** What a person keeps at this server of their Zoom account, and what it says. */
export interface OwnZoomToken {
  readonly stored: StoredZoomToken;
  /** Undefined if it was encrypted with another secret of this server. */
  readonly tokens: ZoomTokens | undefined;
}

export async function ownZoomToken({ keys }: Site, realm: RealmRuntime, user: User): Promise<OwnZoomToken> {
  const stored = await zoomTokenOf(readPool(realm), realm.id, user.id);
  if (stored === undefined) throw invalidToken();
  const opened = keys.open(realm.id, purposeFor(user.id), stored.sealed);
  return { stored, tokens: opened === undefined ? undefined : (JSON.parse(opened) as ZoomTokens) };
}

export const sealedToken = (keys: Keys, realmId: number, { id }: User, tokens: ZoomTokens): StoredZoomToken => ({
  sealed: keys.seal(realmId, purposeFor(id), JSON.stringify(tokens)),
  expiresAt: tokens.expiresAt,
});

const purposeFor = (userId: number): string => `zoom-token:${userId}`;

/** How long somebody may take to agree at Zoom. */
const AGREEMENT_MS = 15 * 60_000;

/** What shows, when a person comes back from Zoom, that this server sent this very person there. */
export function agreementState(keys: Keys, realmId: number, { id }: User, now: number): string {
  const signed = `zoom:${id}:${now + AGREEMENT_MS}`;
  return `${signed}:${keys.zoomPass(realmId, signed)}`;
}

/** Refuses people whom nobody sent, so that no other site can connect them to the Zoom account of somebody else. */
export function checkAgreementState(keys: Keys, realmId: number, { id }: User, now: number, state: string): void {
  const [, userId = "", end = "", pass = ""] = state.split(":");
  const isOurs = sameSecret(pass, keys.zoomPass(realmId, `zoom:${userId}:${end}`));
  if (!isOurs || userId !== String(id) || now >= Number(end)) throw badRequest("Invalid Zoom session identifier");
}
