import { badRequest } from "#platform/errors.ts";

const LONGEST = 254;
const SHAPE = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

export const isEmail = (text: string): boolean => text.length <= LONGEST && SHAPE.test(text);

export function checkedEmail(input: string): string {
  const email = input.trim();
  if (!isEmail(email)) throw badRequest("Invalid address.");
  return email;
}
