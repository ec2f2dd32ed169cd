import type { Keys } from "../../../platform/keys.ts";
import type { Model } from "../../../engine/model/model.ts";
import type { User } from "../../../engine/model/records.ts";
import type { ReadableChannel } from "../access.ts";

const LONGEST_NAME = 40;

/** The name in the address is for people; the token, which cannot be guessed, identifies the channel and the sender. */
export function mailAddress(model: Model, keys: Keys, channel: ReadableChannel, sender: User): string {
  const name = channel.name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-+|-+$/g, "");
  const token = keys.mailToken(model.realm.id, channel.id, sender.id).toLowerCase();
  return `${name === "" ? "" : `${name}.`}${token}@${model.host}`;
}
