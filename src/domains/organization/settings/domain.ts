import { badRequest } from "#platform/errors.ts";

const MAX_LENGTH = 253;
const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const SHAPE = new RegExp(`^(${LABEL}\\.)+${LABEL}$`);

/** A domain name as it is stored: at least two labels, in lower case. */
export function checkedDomain(input: string): string {
  const domain = input.trim().toLowerCase();
  if (domain === "") throw badRequest("Invalid domain: Domain can't be empty.");
  if (domain.length > MAX_LENGTH || !SHAPE.test(domain)) throw badRequest("Invalid domain.");
  return domain;
}
