import { badRequest } from "../api/errors.ts";
import { LIMITS } from "../realm/limits.ts";

const TRUNCATED = "\n[message truncated]";

/** Message text as it is stored. */
export function normalizedContent(input: string): string {
  const content = input.replace(/^\n+/, "").trimEnd();
  if (content === "") throw badRequest("Message must not be empty");
  if (content.includes("\0")) throw badRequest("Message must not contain null bytes");
  // Counting characters is only needed where there are more code units than allowed characters.
  if (content.length <= LIMITS.max_message_length) return content;
  const characters = Array.from(content);
  if (characters.length <= LIMITS.max_message_length) return content;
  return characters.slice(0, LIMITS.max_message_length - TRUNCATED.length).join("") + TRUNCATED;
}

export const isMeMessage = (content: string): boolean => content.startsWith("/me ");
