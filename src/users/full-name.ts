import { badRequest } from "../api/errors.ts";
import { badCharacterAt } from "../platform/characters.ts";

const LONGEST = 100;
/** Characters that mean something in mentions and quotes. */
const FORBIDDEN = /[*`\\>"@]/;
/** `Name|12` is how a mention tells people of the same name apart. */
const ENDS_LIKE_A_MENTION = /\|\d+$/;

/** A person's name, trimmed, or a refusal. */
export function checkedFullName(input: string): string {
  const name = input.trim();
  const length = Array.from(name).length;
  if (length < 2) throw badRequest("Name too short!");
  if (length > LONGEST) throw badRequest("Name too long!");
  if (FORBIDDEN.test(name) || badCharacterAt(name) !== undefined) throw badRequest("Invalid characters in name!");
  if (ENDS_LIKE_A_MENTION.test(name)) throw badRequest("Invalid format!");
  return name;
}
