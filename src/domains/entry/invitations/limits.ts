import { ApiError, badRequest } from "#platform/errors.ts";

/** In one request. */
export const MAX_ADDRESSES = 100;
/** Invitations of an organization that wait, links included. */
export const MAX_OPEN = 10_000;
/** Mails with invitations that an organization sends within 24 hours. */
export const MAX_MAILS_A_DAY = 1000;
/** The same to one address, however often it is invited, resent and revoked. */
export const MAX_MAILS_TO_ADDRESS = 5;

export const checkRoom = (open: number, wanted: number): void => {
  if (open + wanted <= MAX_OPEN) return;
  throw badRequest(`There can be at most ${MAX_OPEN} open invitations. Revoke some that are no longer needed.`);
};

/** An address that was not invited, why, and whether that is because its account was deactivated. */
export type RefusedAddress = readonly [email: string, reason: string, isDeactivated: boolean];

export const invitationFailed = (
  message: string,
  fields: {
    readonly errors?: readonly RefusedAddress[];
    readonly isSent?: boolean;
    readonly isDailyLimit?: boolean;
  },
): ApiError =>
  new ApiError("INVITATION_FAILED", message, {
    errors: fields.errors ?? [],
    sent_invitations: fields.isSent ?? false,
    daily_limit_reached: fields.isDailyLimit ?? false,
    license_limit_reached: false,
  });

export const dailyLimit = (): ApiError =>
  invitationFailed(`This organization can send at most ${MAX_MAILS_A_DAY} invitations a day. None was sent.`, {
    isDailyLimit: true,
  });
