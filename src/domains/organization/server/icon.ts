import { createHash } from "node:crypto";
import type { Model } from "../../../engine/model/model.ts";

/** A picture that the avatar provider makes up from the organization's name. */
export function realmIconUrl(model: Model): string {
  const hash = createHash("md5").update(`${model.realm.subdomain}:${model.realm.id}`).digest("hex");
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=1`;
}
