import { badRequest } from "#platform/errors.ts";
import { type Keys, sameSecret } from "#platform/keys.ts";
import type { User } from "#engine/model/records.ts";
import { UPLOADS_PATH } from "../name.ts";
import type { Upload } from "../queries.ts";

const LASTS_SECONDS = 60;

/** The content of a URL that needs no credentials: the user who asked for it, the file and the time. */
export interface Pass {
  readonly userId: number;
  readonly path: string;
  /** UNIX seconds. */
  readonly until: number;
}

const signature = (keys: Keys, realmId: number, payload: string): string => keys.filePass(realmId, payload);

/** A signed path of a file that works without credentials. */
export function temporaryPath(keys: Keys, realmId: number, reader: User, upload: Upload, now: number): string {
  const pass: Pass = { userId: reader.id, path: upload.path, until: now + LASTS_SECONDS };
  const payload = Buffer.from(JSON.stringify(pass)).toString("base64url");
  const token = `${payload}.${signature(keys, realmId, payload)}`;
  return `${UPLOADS_PATH}/temporary/${token}/${encodeURIComponent(nameIn(upload.path))}`;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The content of a token; refused if the signature is wrong, the time is over or the URL has another file's name. */
export function checkedPass(keys: Keys, realmId: number, token: string, name: string, now: number): Pass {
  const [payload = "", signed = ""] = token.split(".");
  if (!sameSecret(signed, signature(keys, realmId, payload))) throw badRequest("Invalid token");
  const pass = JSON.parse(Buffer.from(payload, "base64url").toString()) as Pass;
  if (pass.until < now || nameIn(pass.path) !== name) throw badRequest("Invalid token");
  return pass;
}
