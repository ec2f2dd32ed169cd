import { firstCharacters, isLongerThan } from "#platform/characters.ts";
import { badRequest } from "#platform/errors.ts";
import { LIMITS } from "../organization/limits.ts";

/** The content of a message whose text was removed. */
export const DELETED = "(deleted)";
const TRUNCATED = "\n[message truncated]";

/** Message text as it is stored. */
export function normalizedContent(input: string): string {
  const content = input.replace(/^\n+/, "").trimEnd();
  if (content === "") throw badRequest("Message must not be empty");
  if (content.includes("\0")) throw badRequest("Message must not contain null bytes");
  return cutContent(content, LIMITS.max_message_length);
}

/** The text truncated to `most` characters, with a mark at the end. */
export function cutContent(content: string, most: number): string {
  if (!isLongerThan(content, most)) return content;
  return firstCharacters(content, Math.max(most - TRUNCATED.length, 0)).join("") + TRUNCATED;
}

export const isMeMessage = (content: string): boolean => content.startsWith("/me ");
