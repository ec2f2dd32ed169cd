import { differences } from "#engine/log/audit-differences.ts";
import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Linkifier, Playground } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { type ChangeableLinkifier, changeableLinkifier, type RemovablePlayground } from "./access.ts";
import { checkLinkifier, checkPlayground } from "./definition.ts";
import { deleteLinkifier, storeLinkifier, storeLinkifierOrder, deletePlayground, insertPlayground } from "./queries.ts";
import { linkifiersChanged, playgroundsChanged } from "./events.ts";

/** The number is limited because every message is matched against every linkifier. */
export const MAX_LINKIFIERS = 200;

type LinkifierInput = Omit<Linkifier, "id">;

/** Adds a linkifier after all others: it is matched last. */
export async function addLinkifier(
  tx: Tx<"linkifier.created">,
  _actor: Administrator,
  input: LinkifierInput,
): Promise<number> {
  const { linkifiers } = tx.model;
  if (linkifiers.length >= MAX_LINKIFIERS) throw badRequest("The organization has too many linkifiers.");
  const linkifier = checkLinkifier(tx.model, { id: tx.nextId(), ...input });
  await storeLinkifier(tx.sql, tx.realmId, linkifier, linkifiers.length);
  await storeLinkifierOrder(tx.sql, tx.realmId, [...linkifiers.map(({ id }) => id), linkifier.id]);
  tx.audit("linkifier.created", linkifier.id, { new: input });
  emitLinkifiers(tx, [...linkifiers, linkifier]);
  return linkifier.id;
}

export async function changeLinkifier(
  tx: Tx<"linkifier.changed">,
  before: ChangeableLinkifier,
  input: LinkifierInput,
): Promise<void> {
  const after = checkLinkifier(tx.model, { id: before.id, ...input });
  tx.audit("linkifier.changed", before.id, differences(before, after));
  await storeLinkifier(tx.sql, tx.realmId, after, tx.model.linkifiers.indexOf(before));
  emitLinkifiers(
    tx,
    tx.model.linkifiers.map((linkifier) => (linkifier === before ? after : linkifier)),
  );
}

export async function removeLinkifier(tx: Tx<"linkifier.deleted">, gone: ChangeableLinkifier): Promise<void> {
  tx.audit("linkifier.deleted", gone.id, { old: gone });
  await deleteLinkifier(tx.sql, tx.realmId, gone.id);
  emitLinkifiers(
    tx,
    tx.model.linkifiers.filter((linkifier) => linkifier !== gone),
  );
}

/** Puts the linkifiers into the order of `ids`, which must contain each of them once. */
export async function orderLinkifiers(
  tx: Tx<"linkifier.reordered">,
  actor: Administrator,
  ids: readonly number[],
): Promise<void> {
  const { linkifiers } = tx.model;
  if (new Set(ids).size !== ids.length || ids.length !== linkifiers.length) {
    throw badRequest("The ordered list must enumerate all existing linkifiers exactly once");
  }
  const ordered = ids.map((id) => changeableLinkifier(tx.model, actor, id));
  tx.audit("linkifier.reordered", "all", { old: linkifiers.map(({ id }) => id), new: ids });
  await storeLinkifierOrder(tx.sql, tx.realmId, ids);
  emitLinkifiers(tx, ordered);
}

function emitLinkifiers(tx: Tx, linkifiers: readonly Linkifier[]): void {
  tx.change({ kind: "linkifiers_changed", linkifiers });
  tx.emit(linkifiersChanged, { realm_linkifiers: linkifiers }, { to: "everyone" });
}

const MAX_PLAYGROUNDS = 500;

export async function addPlayground(
  tx: Tx<"playground.created">,
  _actor: Administrator,
  input: Omit<Playground, "id">,
): Promise<number> {
  const { playgrounds } = tx.model;
  if (playgrounds.length >= MAX_PLAYGROUNDS) throw badRequest("The organization has too many playgrounds.");
  const playground = checkPlayground(tx.model, { id: tx.nextId(), ...input });
  tx.audit("playground.created", playground.id, { new: input });
  await insertPlayground(tx.sql, tx.realmId, playground);
  emitPlaygrounds(tx, [...playgrounds, playground]);
  return playground.id;
}

export async function removePlayground(tx: Tx<"playground.deleted">, gone: RemovablePlayground): Promise<void> {
  tx.audit("playground.deleted", gone.id, { old: gone });
  await deletePlayground(tx.sql, tx.realmId, gone.id);
  emitPlaygrounds(
    tx,
    tx.model.playgrounds.filter((playground) => playground !== gone),
  );
}

function emitPlaygrounds(tx: Tx, playgrounds: readonly Playground[]): void {
  tx.change({ kind: "playgrounds_changed", playgrounds });
  tx.emit(playgroundsChanged, { realm_playgrounds: playgrounds }, { to: "everyone" });
}
