import { badRequest } from "#platform/errors.ts";

const MAX_LENGTH = 254;
const SHAPE = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && SHAPE.test(text);

export function checkedEmail(input: string): string {
  const email = input.trim();
  if (!isEmail(email)) throw badRequest("Invalid address.");
  return email;
}
