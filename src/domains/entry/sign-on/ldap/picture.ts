import { createHash } from "node:crypto";
import { ApiError } from "#platform/errors.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { DirectoryEntry } from "#outbound/ldap/directory.ts";
import { avatarSizes } from "#domains/people/avatars/avatar-image.ts";
import { avatarOwner } from "#domains/people/lifecycle/access.ts";
import { setAvatar } from "#domains/people/lifecycle/actions/set-avatar.ts";
import { asProvider } from "../proof/mappings.ts";
import { takenPicture } from "./access.ts";
import type { LdapProvider } from "./ask.ts";
import { storePictureHash } from "./queries.ts";

interface Pictured {
  readonly userId: number;
  readonly subject: string;
  readonly entry: DirectoryEntry;
}

/**
 * Takes over the picture of a directory when it has become another one there: who chooses one here keeps it until then. What
 * is no picture keeps nobody out.
 */
export async function applyPicture(
  { log }: Pick<Site, "log">,
  realm: RealmRuntime,
  provider: LdapProvider,
  { userId, subject, entry }: Pictured,
): Promise<void> {
  const { picture_attribute: attribute } = provider.settings;
  const [picture] = attribute === undefined ? [] : entry.bytes(attribute);
  if (picture === undefined || picture.length === 0) return;
  const hash = createHash("sha256").update(picture).digest("hex");
  const identity = { provider: provider.key, subject };
  if ((await takenPicture(realm, identity)) === hash) return;
  try {
    const sizes = await avatarSizes(picture);
    await realm.writeAsServer(async (tx) => {
      const user = userRecord(tx.model, userId);
      if (user?.isActive !== true) return;
      await setAvatar(tx, { ...avatarOwner(tx.model, asProvider(user)), role: user.role }, sizes);
      await storePictureHash(tx.sql, tx.realmId, identity, hash);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    log.warn({ realm: realm.id, user: userId, reason: error.message }, "picture of a directory refused");
  }
}
