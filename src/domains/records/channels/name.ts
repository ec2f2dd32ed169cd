import { badRequest } from "#platform/errors.ts";
import { badCharacterAt } from "#platform/characters.ts";
import { LIMITS } from "../organization/limits.ts";

export function checkedChannelName(input: string): string {
  const name = input.trim();
  if (name === "") throw badRequest("Channel name can't be empty.");
  if (Array.from(name).length > LIMITS.max_stream_name_length) {
    throw badRequest(`Channel name too long (limit: ${LIMITS.max_stream_name_length} characters).`);
  }
  const bad = badCharacterAt(name);
  if (bad !== undefined) throw badRequest(`Invalid character in channel name, at position ${bad}.`);
  return name;
}

/** Text for people. Characters that PostgreSQL cannot store are refused. */
export function checkedProse(input: string): string {
  if (input.includes("\0") || !input.isWellFormed()) throw badRequest("Invalid character in the description.");
  return input;
}

/** A channel's description is one paragraph. */
export const checkedChannelDescription = (input: string): string => checkedProse(input).replaceAll(/\r\n?|\n/g, " ");
