import { badRequest } from "#platform/errors.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { Playground } from "#engine/model/records.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import type { RemovablePlayground } from "../access.ts";
import { checkPlayground } from "../definition.ts";
import { deletePlayground, insertPlayground } from "../queries.ts";
import { playgroundsChanged } from "../events.ts";

const MOST_PLAYGROUNDS = 500;

export async function addPlayground(tx: Tx, _actor: Administrator, input: Omit<Playground, "id">): Promise<number> {
  const { playgrounds } = tx.model;
  if (playgrounds.length >= MOST_PLAYGROUNDS) throw badRequest("The organization has too many playgrounds.");
  const playground = checkPlayground(tx.model, { id: tx.nextId(), ...input });
  await insertPlayground(tx.sql, tx.realmId, playground);
  emitPlaygrounds(tx, [...playgrounds, playground]);
  return playground.id;
}

export async function removePlayground(tx: Tx, gone: RemovablePlayground): Promise<void> {
  await deletePlayground(tx.sql, tx.realmId, gone.id);
  emitPlaygrounds(
    tx,
    tx.model.playgrounds.filter((one) => one !== gone),
  );
}

function emitPlaygrounds(tx: Tx, playgrounds: readonly Playground[]): void {
  tx.change({ kind: "playgrounds_changed", playgrounds });
  tx.emit(playgroundsChanged, { realm_playgrounds: playgrounds }, { to: "everyone" });
}
