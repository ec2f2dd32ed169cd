import { badRequest } from "../../../platform/errors.ts";
import { LIMITS } from "../../organization/server/limits.ts";

/** What is left of a message whose text was taken away. */
export const DELETED = "(deleted)";
const TRUNCATED = "\n[message truncated]";

/** Message text as it is stored. */
export function normalizedContent(input: string): string {
  const content = input.replace(/^\n+/, "").trimEnd();
  if (content === "") throw badRequest("Message must not be empty");
  if (content.includes("\0")) throw badRequest("Message must not contain null bytes");
  return cutContent(content, LIMITS.max_message_length);
}

/** As much of a text as has so many characters, and says so. */
export function cutContent(content: string, most: number): string {
  // Counting characters is only needed where there are more code units than allowed characters.
  if (content.length <= most) return content;
  const characters = Array.from(content);
  if (characters.length <= most) return content;
  return characters.slice(0, Math.max(most - TRUNCATED.length, 0)).join("") + TRUNCATED;
}

export const isMeMessage = (content: string): boolean => content.startsWith("/me ");
