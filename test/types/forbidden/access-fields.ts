import type { AccessChannel, AccessUser } from "#engine/model/access/access-model.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { Viewpoint } from "#engine/log/event-kinds.ts";

/** What decides about access sees the fields alone that are logged before they change. */
export function decides(user: AccessUser, channel: AccessChannel, { access }: Viewpoint): boolean {
  // forbidden: TS2339
  if (user.fullName === "") return true;
  // forbidden: TS2339
  if (channel.folderId === null) return true;
  // forbidden: TS2339
  return userRecord(access, user.id)?.timezone === "";
}
