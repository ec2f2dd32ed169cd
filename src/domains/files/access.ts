import { ApiError, badRequest } from "../../platform/errors.ts";
import type { Reader } from "../../engine/db/database.ts";
import type { Tx } from "../../engine/writer/tx.ts";
import { readPool } from "../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../engine/runtime/realm-runtime.ts";
import type { Model } from "../../engine/model/model.ts";
import { mayRead } from "../../engine/model/access/permissions.ts";
import type { User } from "../../engine/model/records.ts";
import { claimsBefore, sharingsOf, type Upload, uploadsById, uploadsByPath, uploadsOf, usedSpace } from "./queries.ts";
import { type Attachment, presentUpload } from "./present.ts";

declare const readable: unique symbol;
/** A file that the reader may have now. */
export type ReadableUpload = Upload & { readonly [readable]: true };

/** Where to look, and by what to judge. */
interface Sight {
  readonly realmId: number;
  readonly sql: Reader;
  readonly model: Model;
  /** Waits until the model is as new as what was read. */
  readonly reached?: (position: number) => Promise<void>;
}

/** So many of a file's messages are looked at together; one that the reader may read is nearly always among the newest. */
const PAGE = 100;

/**
 * Those of the named files that somebody may have: their own, and those in messages that they may read. Nothing of this
 * is remembered: when the message goes, or moves, or its reader leaves, the file goes with it.
 */
async function readableAmong(sight: Sight, reader: User, paths: readonly string[]): Promise<ReadableUpload[]> {
  const found = await uploadsByPath(sight.sql, sight.realmId, paths);
  const others = found.filter(({ ownerId }) => ownerId !== reader.id).map(({ id }) => id);
  const shared = await sharedWith(sight, reader, others);
  return found.filter(({ id, ownerId }) => ownerId === reader.id || shared.has(id)) as ReadableUpload[];
}

/** Which files are in a message that the reader may read. All are looked for at once, further back where need be. */
async function sharedWith(sight: Sight, reader: User, uploadIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { sql, realmId, model } = sight;
  const shared = new Set<number>();
  let left = uploadIds.map((id) => ({ id, before: Number.MAX_SAFE_INTEGER }));
  while (left.length > 0) {
    const { claims, position } = await claimsBefore(sql, realmId, left, PAGE);
    await sight.reached?.(position);
    const present = model.users.get(reader.id) ?? reader;
    left = [...Map.groupBy(claims, ({ uploadId }) => uploadId)].flatMap(([id, some]) => {
      if (some.some((claim) => mayRead(model, present, claim))) shared.add(id);
      const oldest = some.at(-1);
      return shared.has(id) || oldest === undefined || some.length < PAGE ? [] : [{ id, before: oldest.id }];
    });
  }
  return shared;
}

/** Those of the named files that the reader may have. */
export const readableUploads = (
  realm: RealmRuntime,
  reader: User,
  paths: readonly string[],
): Promise<ReadableUpload[]> =>
  readableAmong(
    { realmId: realm.id, sql: readPool(realm), model: realm.model, reached: (position) => realm.reached(position) },
    reader,
    paths,
  );

/** Those that somebody who writes a message may share in it: nobody gives away what they may not have themselves. */
export const sharableUploads = ({ realmId, sql, model }: Tx, sender: User, paths: readonly string[]) =>
  readableAmong({ realmId, sql, model }, sender, paths);

/** What the page of a file needs to know: whether there is one, and whether the reader may have it. */
export async function uploadFor(
  realm: RealmRuntime,
  reader: User,
  path: string,
): Promise<ReadableUpload | "absent" | "forbidden"> {
  const [upload] = await readableUploads(realm, reader, [path]);
  if (upload !== undefined) return upload;
  return (await uploadsByPath(readPool(realm), realm.id, [path])).length === 0 ? "absent" : "forbidden";
}

/** A file by its path. Absent and forbidden look the same. */
export async function readableUpload(realm: RealmRuntime, reader: User, path: string): Promise<ReadableUpload> {
  const [upload] = await readableUploads(realm, reader, [path]);
  if (upload === undefined) throw new ApiError("BAD_REQUEST", "There is no such file", {}, 404);
  return upload;
}

/** Everything that the user has uploaded, and what all of the organization's files take. */
export async function ownUploads(
  realm: RealmRuntime,
  owner: User,
): Promise<{ attachments: Attachment[]; used: number }> {
  const uploads = await uploadsOf(readPool(realm), realm.id, owner.id);
  const ids = uploads.map(({ id }) => id);
  const [sharings, used] = await Promise.all([
    sharingsOf(readPool(realm), realm.id, ids),
    usedSpace(readPool(realm), realm.id),
  ]);
  return { attachments: uploads.map((upload) => presentUpload(upload, sharings.get(upload.id) ?? [])), used };
}

declare const own: unique symbol;
/** A file that the actor may remove. */
export type OwnUpload = Upload & { readonly [own]: true };

/** Others' files do not exist. */
export async function ownUpload(tx: Tx, owner: User, id: number): Promise<OwnUpload> {
  const [upload] = await uploadsById(tx.sql, tx.realmId, [id]);
  if (upload === undefined || upload.ownerId !== owner.id) throw badRequest("Invalid attachment");
  return upload as OwnUpload;
}
