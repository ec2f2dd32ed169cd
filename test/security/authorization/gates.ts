/** The roles of the table, and the refusals of those who may not. */

export const ROLES = [
  "owner",
  "administrator",
  "moderator",
  "member",
  "newcomer",
  "guest",
  "bot",
  "webhook",
  "deactivated",
  "nobody",
] as const;
export type Role = (typeof ROLES)[number];

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
}

/** Who is refused, and how. Everybody else is allowed. */
export type Gate = Readonly<Partial<Record<Role, Refusal>>>;

const refusal = (status: number, code: string, msg: string): Refusal => ({ status, code, msg });
export const bad = (msg: string): Refusal => refusal(400, "BAD_REQUEST", msg);
export const missing = (msg: string): Refusal => refusal(404, "BAD_REQUEST", msg);
export const unauthorized = (msg: string): Refusal => refusal(400, "UNAUTHORIZED_PRINCIPAL", msg);

const NO_CREDENTIALS = refusal(401, "UNAUTHORIZED", "Not logged in: API authentication or user session required");
const DEACTIVATED = refusal(401, "USER_DEACTIVATED", "Account is deactivated");
const NO_WEBHOOKS = refusal(401, "UNAUTHORIZED", "This API is not available to incoming webhook bots.");
export const NO_BOTS = bad("This endpoint does not accept bot requests.");
export const NO_GUESTS = bad("Not allowed for guest users");
export const INSUFFICIENT = bad("Insufficient permission");
export const LAST_OWNER = refusal(400, "CANNOT_DEACTIVATE_LAST_USER", "Cannot deactivate the only organization owner.");

/** Even without an account. */
export const ANYBODY: Gate = {};
/** Also bots that may only send. */
export const SENDERS: Gate = { deactivated: DEACTIVATED, nobody: NO_CREDENTIALS };
export const ACCOUNTS: Gate = { ...SENDERS, webhook: NO_WEBHOOKS };
export const PEOPLE: Gate = { ...ACCOUNTS, bot: NO_BOTS };
export const MEMBERS: Gate = { ...ACCOUNTS, guest: NO_GUESTS };
export const HUMAN_MEMBERS: Gate = { ...PEOPLE, ...MEMBERS, bot: NO_BOTS };

/** Only these roles of the accounts that a gate admits; the gate refuses the others first. */
export function only(roles: readonly Role[], refusal: Refusal, gate: Gate = ACCOUNTS): Gate {
  const others = ROLES.filter((role) => !roles.includes(role));
  return { ...Object.fromEntries(others.map((role) => [role, refusal])), ...gate };
}

export const ADMINISTRATORS = only(["owner", "administrator"], unauthorized("Must be an organization administrator"));
export const OWNERS = only(["owner"], unauthorized("Must be an organization owner"));
