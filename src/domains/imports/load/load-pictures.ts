import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TxSql } from "#engine/db/database.ts";
import { ApiError } from "#platform/errors.ts";
import { randomWord } from "#platform/random.ts";
import { emojiPicture } from "#domains/organization/emoji/picture.ts";
import { insertPicture } from "#domains/organization/emoji/queries.ts";
import { drawnPicture } from "#domains/organization/pictures/picture.ts";
import { storePicture } from "#domains/organization/pictures/queries.ts";
import { type PictureKind, pictureSetting } from "#domains/records/organization/icon.ts";
import { avatarSizes } from "#domains/people/avatars/avatar-image.ts";
import { storeAvatar } from "#domains/people/lifecycle/queries.ts";
import { emojiFileOf } from "../check/organization.ts";
import { commitBatch, type Loading } from "./loading.ts";

const STEP = "pictures";

/** A picture of the archive, and how it is stored once it is drawn anew: nothing of the file itself is kept. */
interface Picture {
  readonly name: string;
  readonly drawn: (data: Buffer) => Promise<(sql: TxSql) => Promise<void>>;
}

/** Loads the pictures after the first `done` of them. One that cannot be decoded is left out. */
export async function loadPictures(loading: Loading, done: number): Promise<void> {
  let number = 0;
  for (const { name, drawn } of [...(await avatars(loading)), ...emoji(loading), ...(await ownPictures(loading))]) {
    number += 1;
    if (number <= done) continue;
    const store = await drawn(await readFile(join(loading.checked.archive.folder, name))).catch(refusal);
    if (store === undefined) loading.context.note("pictures that cannot be decoded");
    await commitBatch(loading, STEP, number, 1, async (tx) => store?.(tx));
  }
}

function refusal(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** The files of a folder, in an order that stays. */
const namesIn = async ({ checked }: Loading, folder: "avatars" | "organization"): Promise<string[]> =>
  [...(await checked.archive.files(folder)).keys()].sort();

async function avatars(loading: Loading): Promise<Picture[]> {
  const { realmId, model } = loading;
  return (await namesIn(loading, "avatars")).flatMap((file) => {
    const userId = Number.parseInt(file, 10);
    if (!model.users.has(userId)) return [];
    const drawn: Picture["drawn"] = async (data) => {
      const sizes = await avatarSizes(data);
      const hash = randomWord(32);
      return async (tx) => {
        await storeAvatar(tx, realmId, userId, hash, sizes);
        await tx`
          update account set avatar_source = 'U', avatar_hash = ${hash}
          where realm_id = ${realmId} and id = ${userId}`;
      };
    };
    return [{ name: `avatars/${file}`, drawn }];
  });
}

function emoji({ realmId, model }: Loading): Picture[] {
  return [...model.emoji.values()].map(({ id, sourceUrl, stillUrl }) => {
    const file = emojiFileOf(sourceUrl);
    const drawn: Picture["drawn"] = async (data) => {
      const { image, still } = await emojiPicture(data);
      return async (tx) => {
        const contentType = still === null ? "image/png" : "image/gif";
        await insertPicture(tx, realmId, id, { file, contentType, data: image });
        if (stillUrl === null) return;
        const stillFile = emojiFileOf(stillUrl);
        await insertPicture(tx, realmId, id, { file: stillFile, contentType: "image/png", data: still ?? image });
      };
    };
    return { name: `emoji/${file}`, drawn };
  });
}

async function ownPictures(loading: Loading): Promise<Picture[]> {
  const { realmId } = loading;
  return (await namesIn(loading, "organization")).map((file) => {
    const kind = file.replace(/\.png$/, "") as PictureKind;
    const drawn: Picture["drawn"] = async (data) => {
      const picture = await drawnPicture(kind, data);
      const hash = randomWord(32);
      return async (tx) => {
        await storePicture(tx, realmId, kind, hash, picture);
        await tx`
          update realm set settings = settings || ${tx.json({ [pictureSetting(kind)]: hash })} where id = ${realmId}`;
      };
    };
    return { name: `organization/${file}`, drawn };
  });
}
