import { dropDraft, readDrafts } from "./cache.ts";
import { draftKey } from "./protocol.ts";

/**
 * What somebody has written and not sent outlives a session that ended by itself or elsewhere: it is there again when
 * they log in again, and is removed when somebody else does.
 */
export async function dropDraftsOfOthers(userId: number): Promise<void> {
  const others = (await readDrafts()).filter(({ key }) => !key.startsWith(draftKey(userId, "")));
  await Promise.all(others.map(({ key }) => dropDraft(key)));
}
