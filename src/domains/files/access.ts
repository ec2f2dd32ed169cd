import { ApiError, badRequest } from "#platform/errors.ts";
import type { ReadSql } from "#engine/db/database.ts";
import type { Tx } from "#engine/writer/tx.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Model } from "#engine/model/model.ts";
import { mayRead } from "#engine/model/access/permissions.ts";
import type { User } from "#engine/model/records.ts";
import {
  claimsBefore,
  type Sharing,
  sharingsOf,
  type Upload,
  uploadsById,
  uploadsByPath,
  uploadsOf,
  usedSpace,
} from "./queries.ts";

declare const readable: unique symbol;
/** A file that the reader may open now. */
export type ReadableUpload = Upload & { readonly [readable]: true };

/** The database and the model by which access is decided. */
interface AccessContext {
  readonly realmId: number;
  readonly sql: ReadSql;
  readonly model: Model;
  /** Waits until the model has reached the position of the rows. */
  readonly reached?: (position: number) => Promise<void>;
}

/** The number of a file's messages that are read at once; a readable one is nearly always among the newest. */
const PAGE = 100;

/**
 * The named files that a user may open: their own, and those in messages that they may read. The result is never cached:
 * if the message is deleted or moved, or its reader leaves, access ends.
 */
async function readableAmong(
  context: AccessContext,
  reader: User,
  paths: readonly string[],
): Promise<ReadableUpload[]> {
  const found = await uploadsByPath(context.sql, context.realmId, paths);
  const others = found.filter(({ ownerId }) => ownerId !== reader.id).map(({ id }) => id);
  const shared = await sharedWith(context, reader, others);
  return found.filter(({ id, ownerId }) => ownerId === reader.id || shared.has(id)) as ReadableUpload[];
}

/** The files that are in a message that the reader may read. All are looked up at once, in older messages if necessary. */
async function sharedWith(
  context: AccessContext,
  reader: User,
  uploadIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { sql, realmId, model } = context;
  const shared = new Set<number>();
  let left = uploadIds.map((id) => ({ id, before: Number.MAX_SAFE_INTEGER }));
  while (left.length > 0) {
    const { claims, position } = await claimsBefore(sql, realmId, left, PAGE);
    await context.reached?.(position);
    const present = model.users.get(reader.id) ?? reader;
    left = [...Map.groupBy(claims, ({ uploadId }) => uploadId)].flatMap(([id, some]) => {
      if (some.some((claim) => mayRead(model, present, claim))) shared.add(id);
      const oldest = some.at(-1);
      return shared.has(id) || oldest === undefined || some.length < PAGE ? [] : [{ id, before: oldest.id }];
    });
  }
  return shared;
}

/** The named files that the reader may open. */
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

/** The files that a sender may share in a message: nobody shares files that they may not open themselves. */
export const sharableUploads = ({ realmId, sql, model }: Tx, sender: User, paths: readonly string[]) =>
  readableAmong({ realmId, sql, model }, sender, paths);

/** For the page of a file: whether it exists, and whether the reader may open it. */
export async function uploadFor(
  realm: RealmRuntime,
  reader: User,
  path: string,
): Promise<ReadableUpload | "absent" | "forbidden"> {
  const [upload] = await readableUploads(realm, reader, [path]);
  if (upload !== undefined) return upload;
  return (await uploadsByPath(readPool(realm), realm.id, [path])).length === 0 ? "absent" : "forbidden";
}

/** A file by its path. The refusal is the same if it is absent or forbidden. */
export async function readableUpload(realm: RealmRuntime, reader: User, path: string): Promise<ReadableUpload> {
  const [upload] = await readableUploads(realm, reader, [path]);
  if (upload === undefined) throw new ApiError("BAD_REQUEST", "There is no such file", {}, 404);
  return upload;
}

declare const own: unique symbol;
/** A file of the actor: they may see in which messages it is, and may remove it. */
export type OwnUpload = Upload & { readonly [own]: true };

export const isOwnUpload = (owner: Pick<User, "id">, upload: Upload): upload is OwnUpload =>
  upload.ownerId === owner.id;

/** The file with its owner, to whom alone it is presented. */
export const withOwner = (upload: Upload): { upload: OwnUpload; owner: Pick<User, "id"> } => ({
  upload: upload as OwnUpload,
  owner: { id: upload.ownerId },
});

/** All files that the user has uploaded, with the messages that share them, and the space of all files of the organization. */
export async function ownUploads(
  realm: RealmRuntime,
  owner: User,
): Promise<{ shared: (readonly [OwnUpload, readonly Sharing[]])[]; used: number }> {
  const uploads = (await uploadsOf(readPool(realm), realm.id, owner.id)) as OwnUpload[];
  const ids = uploads.map(({ id }) => id);
  const [sharings, used] = await Promise.all([
    sharingsOf(readPool(realm), realm.id, ids),
    usedSpace(readPool(realm), realm.id),
  ]);
  return { shared: uploads.map((upload) => [upload, sharings.get(upload.id) ?? []]), used };
}

/** Files of other users are refused as missing. */
export async function ownUpload(tx: Tx, owner: User, id: number): Promise<OwnUpload> {
  const [upload] = await uploadsById(tx.sql, tx.realmId, [id]);
  if (upload === undefined || !isOwnUpload(owner, upload)) throw badRequest("Invalid attachment");
  return upload;
}
