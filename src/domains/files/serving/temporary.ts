import { badRequest } from "../../../platform/errors.ts";
import { type Keys, sameSecret } from "../../../platform/keys.ts";
import type { User } from "../../../engine/model/records.ts";
import { UPLOADS_PATH } from "../name.ts";
import type { Upload } from "../queries.ts";

const LASTS_SECONDS = 60;

/** What an address that needs no credentials stands for: whoever asked for it, at that file, until then. */
export interface Pass {
  readonly userId: number;
  readonly path: string;
  /** UNIX seconds. */
  readonly until: number;
}

const signature = (keys: Keys, realmId: number, written: string): string => keys.filePass(realmId, written);

/** An address of a file that says who may have it, by our own word. */
export function temporaryPath(keys: Keys, realmId: number, reader: User, upload: Upload, now: number): string {
  const pass: Pass = { userId: reader.id, path: upload.path, until: now + LASTS_SECONDS };
  const written = Buffer.from(JSON.stringify(pass)).toString("base64url");
  const name = encodeURIComponent(upload.path.slice(upload.path.lastIndexOf("/") + 1));
  return `${UPLOADS_PATH}/temporary/${written}.${signature(keys, realmId, written)}/${name}`;
}

/** The pass that a token is, unless it is no word of ours, or was one. */
export function checkedPass(keys: Keys, realmId: number, token: string, now: number): Pass {
  const [written = "", signed = ""] = token.split(".");
  if (!sameSecret(signed, signature(keys, realmId, written))) throw badRequest("Invalid token");
  const pass = JSON.parse(Buffer.from(written, "base64url").toString()) as Pass;
  if (pass.until < now) throw badRequest("Invalid token");
  return pass;
}
