import { badRequest } from "#platform/errors.ts";
import type { Model } from "#engine/model/model.ts";
import { badCharacterAt, caseless } from "#platform/characters.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";

const MAX_LENGTH = 100;
/** Characters with a meaning in mentions and quotes. */
const FORBIDDEN = /[*`\\>"@]/;
/** A mention `Name|12` selects one of several users of the same name. */
const ENDS_LIKE_A_MENTION = /\|\d+$/;

/** A trimmed and valid name of a user. */
export function checkedFullName(input: string): string {
  const name = input.trim();
  const length = Array.from(name).length;
  if (length < 2) throw badRequest("Name too short!");
  if (length > MAX_LENGTH) throw badRequest("Name too long!");
  if (FORBIDDEN.test(name) || badCharacterAt(name) !== undefined) throw badRequest("Invalid characters in name!");
  if (ENDS_LIKE_A_MENTION.test(name)) throw badRequest("Invalid format!");
  return name;
}

const comparableName = (name: string): string => caseless(name.normalize("NFKC"));

/** If the organization requires unique names, no two users have names that look the same, deactivated ones included. */
export function checkNameIsUnique(model: Model, name: string, exceptId?: number): void {
  if (!realmProperty(model, "require_unique_names")) return;
  for (const user of model.users.values()) {
    if (user.id !== exceptId && comparableName(user.fullName) === comparableName(name)) {
      throw badRequest("Unique names required in this organization.");
    }
  }
}
