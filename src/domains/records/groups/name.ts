import { badRequest } from "#platform/errors.ts";
import { badCharacterAt } from "#platform/characters.ts";

const MAX_LENGTH = 100;
/** Prefixes of mentions, built-in groups and narrows. */
const RESERVED = ["@", "role:", "user:", "stream:", "channel:"];

/** Checks a group's name; it is stored as it was sent. */
export function checkedGroupName(name: string): string {
  if (name.trim() === "") throw badRequest("User group name can't be empty!");
  if (Array.from(name).length > MAX_LENGTH) throw badRequest(`User group name cannot exceed ${MAX_LENGTH} characters.`);
  const prefix = RESERVED.find((reserved) => name.startsWith(reserved));
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`);
  const bad = badCharacterAt(name);
  if (bad !== undefined) throw badRequest(`Invalid character in user group name, at position ${bad}.`);
  return name;
}

export function checkedGroupDescription(description: string): string {
  // PostgreSQL cannot store a NUL.
  if (description.includes("\0")) throw badRequest("Invalid character in description.");
  return description;
}
