import { queryFields, queryOf } from "#api/parameters/fields.ts";
import { badRequest } from "#platform/errors.ts";
import type { RequestHead } from "#http/exchange.ts";
import type { SignInAttempt } from "./attempts.ts";

const OTP = /^[0-9a-f]{64}$/;
const MAX_NEXT = 1000;
const MAX_KEY = 200;

/** What the address says with which a login begins: where it leads, and for which app. */
export type AskedLogin = Pick<SignInAttempt, "next" | "flow" | "otp" | "invitation">;

export function askedFor({ url }: Pick<RequestHead, "url">): AskedLogin {
  const fields = queryFields(queryOf(url));
  const [mobile, desktop] = [fields.get("mobile_flow_otp"), fields.get("desktop_flow_otp")];
  if (mobile !== undefined && desktop !== undefined)
    throw badRequest("Can't use both mobile_flow_otp and desktop_flow_otp together.");
  const otp = mobile ?? desktop ?? null;
  if (otp !== null && !OTP.test(otp)) throw badRequest("Invalid OTP");
  return {
    next: ownPath(fields.get("next")),
    flow: mobile !== undefined ? "mobile" : desktop !== undefined ? "desktop" : "browser",
    otp,
    invitation: fields.get("multiuse_object_key")?.slice(0, MAX_KEY) ?? null,
  };
}

/** A path of ours; browsers take `//host` and `/\host` for other hosts. */
export function ownPath(next: string | undefined): string {
  const isOwn = next !== undefined && next.length <= MAX_NEXT && /^\/(?![/\\])[\x21-\x7e]*$/.test(next);
  return isOwn && !next.includes("\\") ? next : "/";
}
