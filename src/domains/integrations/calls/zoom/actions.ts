import type { User } from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { zoomTokenChanged } from "./events.ts";
import { deleteZoomToken, replaceZoomToken, storeZoomToken, type StoredZoomToken } from "./queries.ts";

export async function connectZoom(tx: Tx, user: User, token: StoredZoomToken): Promise<void> {
  await storeZoomToken(tx.sql, tx.realmId, user.id, token);
  tell(tx, user, true);
}

export const renewZoomToken = (tx: Tx, user: User, before: StoredZoomToken, after: StoredZoomToken): Promise<void> =>
  replaceZoomToken(tx.sql, tx.realmId, user.id, before, after);

/** Drops a token that Zoom does not accept any more, unless the person has connected again meanwhile. */
export async function dropZoomToken(tx: Tx, user: User, token: StoredZoomToken): Promise<void> {
  if (await deleteZoomToken(tx.sql, tx.realmId, user.id, token)) tell(tx, user, false);
}

const tell = (tx: Tx, { id }: User, value: boolean): void =>
  tx.emit(zoomTokenChanged, { value }, { to: "users", ids: [id] });
