import { badRequest } from "#platform/errors.ts";
import { caseless } from "#platform/characters.ts";
import { MAX_ADDRESSES } from "./limits.ts";

/** `Hamlet <hamlet@elsinore.example>`, as mail programs copy it. */
const NAMED = /<([^<>]*)>\s*$/;

/** The addresses in a text, each once, between commas, semicolons or line breaks. */
export function invitedAddresses(text: string): string[] {
  const found = text
    .split(/[,;\r\n]+/)
    .map((part) => (NAMED.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== "");
  const addresses = [...new Map(found.map((address) => [caseless(address), address])).values()];
  if (addresses.length === 0) throw badRequest("You must specify at least one email address.");
  if (addresses.length > MAX_ADDRESSES) {
    throw badRequest(`At most ${MAX_ADDRESSES} people can be invited at once.`);
  }
  return addresses;
}
