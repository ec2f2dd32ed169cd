import { badRequest } from "../../../../platform/errors.ts";
import type { Tx } from "../../../../engine/writer/tx.ts";
import type { Linkifier, User } from "../../../../engine/model/records.ts";
import { checkMayDefine, knownLinkifier } from "../access.ts";
import { checkLinkifier } from "../definition.ts";
import { deleteLinkifier, storeLinkifier, storeLinkifierOrder } from "../queries.ts";
import { linkifiersChanged } from "../events.ts";

/** Every one of them is tried on every message. */
export const MOST_LINKIFIERS = 200;

type Wish = Omit<Linkifier, "id">;

/** A new one is tried last. */
export async function addLinkifier(tx: Tx, actor: User, wish: Wish): Promise<number> {
  checkMayDefine(actor);
  const { linkifiers } = tx.model;
  if (linkifiers.length >= MOST_LINKIFIERS) throw badRequest("The organization has too many linkifiers.");
  const linkifier = checkLinkifier(tx.model, { id: tx.nextId(), ...wish });
  await storeLinkifier(tx.sql, tx.realmId, linkifier, linkifiers.length);
  await storeLinkifierOrder(tx.sql, tx.realmId, [...linkifiers.map(({ id }) => id), linkifier.id]);
  tell(tx, [...linkifiers, linkifier]);
  return linkifier.id;
}

export async function changeLinkifier(tx: Tx, actor: User, id: number, wish: Wish): Promise<void> {
  checkMayDefine(actor);
  const before = knownLinkifier(tx.model, id);
  const after = checkLinkifier(tx.model, { id, ...wish });
  await storeLinkifier(tx.sql, tx.realmId, after, tx.model.linkifiers.indexOf(before));
  tell(
    tx,
    tx.model.linkifiers.map((one) => (one === before ? after : one)),
  );
}

export async function removeLinkifier(tx: Tx, actor: User, id: number): Promise<void> {
  checkMayDefine(actor);
  const gone = knownLinkifier(tx.model, id);
  await deleteLinkifier(tx.sql, tx.realmId, id);
  tell(
    tx,
    tx.model.linkifiers.filter((one) => one !== gone),
  );
}

/** Puts them into an order that names each of them once. */
export async function orderLinkifiers(tx: Tx, actor: User, ids: readonly number[]): Promise<void> {
  checkMayDefine(actor);
  const { linkifiers } = tx.model;
  if (new Set(ids).size !== ids.length || ids.length !== linkifiers.length) {
    throw badRequest("The ordered list must enumerate all existing linkifiers exactly once");
  }
  const ordered = ids.map((id) => knownLinkifier(tx.model, id));
  await storeLinkifierOrder(tx.sql, tx.realmId, ids);
  tell(tx, ordered);
}

function tell(tx: Tx, linkifiers: readonly Linkifier[]): void {
  tx.change({ kind: "linkifiers_changed", linkifiers });
  tx.emit(linkifiersChanged, { realm_linkifiers: linkifiers }, { to: "everyone" });
}
