import type { Tx } from "#engine/writer/tx.ts";
import { randomWord } from "#platform/random.ts";
import type { Administrator } from "#domains/records/organization/access.ts";
import { type PictureKind, pictureFields, pictureSetting } from "#domains/records/organization/icon.ts";
import { storeRealm } from "#domains/records/organization/queries.ts";
import { realmPropertiesUpdated } from "#domains/records/organization/events.ts";
import { deletePicture, storePicture } from "./queries.ts";

/** Shows another picture from now on; under another address, so that no client goes on showing the old one. */
export async function setPicture(
  tx: Tx<"realm.setting_changed">,
  _actor: Administrator,
  kind: PictureKind,
  data: Buffer,
): Promise<void> {
  const hash = randomWord(32);
  tx.audit("realm.setting_changed", kind, { new: "uploaded" });
  await storePicture(tx.sql, tx.realmId, kind, hash, data);
  await change(tx, kind, { ...tx.model.realm.settings, [pictureSetting(kind)]: hash });
}

export async function clearPicture(
  tx: Tx<"realm.setting_changed">,
  _actor: Administrator,
  kind: PictureKind,
): Promise<void> {
  const { [pictureSetting(kind)]: before, ...settings } = tx.model.realm.settings;
  if (before === undefined) return;
  tx.audit("realm.setting_changed", kind, { new: null });
  await deletePicture(tx.sql, tx.realmId, kind);
  await change(tx, kind, settings);
}

async function change(tx: Tx, kind: PictureKind, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const realm = { ...tx.model.realm, settings };
  await storeRealm(tx.sql, realm);
  tx.change({ kind: "realm_changed", set: { settings } });
  const data = pictureFields({ ...tx.model, realm }, kind);
  tx.emit(realmPropertiesUpdated, { property: kind, data }, { to: "everyone" });
}
