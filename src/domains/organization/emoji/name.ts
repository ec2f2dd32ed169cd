import { badRequest } from "#platform/errors.ts";

const MAX_LENGTH = 100;
const NAME = /^[a-z0-9._-]*[a-z0-9]$/;

/** A name as it is stored: what people type between colons. */
export function checkedEmojiName(input: string): string {
  const name = input.trim().replaceAll(" ", "_").toLowerCase();
  if (name === "") throw badRequest("Emoji name is missing");
  if (name.length > MAX_LENGTH) throw badRequest(`Emoji name is too long (limit: ${MAX_LENGTH} characters)`);
  if (NAME.test(name)) return name;
  throw badRequest(
    /[._-]$/.test(name) ? "Emoji names must end with either a letter or digit." : "Invalid characters in emoji name",
  );
}
