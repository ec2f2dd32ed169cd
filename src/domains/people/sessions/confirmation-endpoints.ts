import { Type } from "#platform/schema/type.ts";
import { type BrowserCall, endpoint } from "#api/endpoint.ts";
import { badRequest, nothingHere } from "#platform/errors.ts";
import { optional, text } from "#api/parameters/params.ts";
import { confirmPassword, countedProof } from "../login/confirm-password.ts";
import { CONFIRMED_SECONDS, isOwnCode, mailCode, noteConfirmed, ownBrowserSession, wayOf } from "./confirmation.ts";

/** These endpoints are there for browsers only. */
export function ofBrowser(browser: BrowserCall | undefined): BrowserCall {
  if (browser === undefined) throw nothingHere();
  return browser;
}

const postConfirmation = endpoint({
  id: "confirm-session",
  method: "POST",
  path: "/sessions/confirm",
  summary:
    "Shows that it is the user who sits before the browser, so that for 15 minutes its session may do everything.",
  auth: "human",
  scope: "full",
  audits: ["session.confirmed"],
  params: {
    password: optional(text("The account's password.", { max: 10_000 })),
    code: optional(text("Instead of it, for accounts without a password: what was mailed.", { max: 100, trim: true })),
  },
  result: { confirmed_seconds: Type.Integer() },
  errors: ["BAD_REQUEST", "CSRF_FAILED"],
  async run({ site, realm, actor, params, browser }) {
    const { id } = await ownBrowserSession(ofBrowser(browser));
    const { code, password = "" } = params;
    if (code === undefined) await confirmPassword(site, realm, actor, password);
    else
      await countedProof(site, realm, actor, "This code is not right, or too old.", () => isOwnCode(realm, id, code));
    await realm.write(actor, (tx) => tx.audit("session.confirmed", id));
    await noteConfirmed(realm, id);
    return { confirmed_seconds: CONFIRMED_SECONDS };
  },
});

/**
 * A code and not a link: whoever has a copy of the session's cookie cannot make its owner confirm for them by a click on
 * what came by mail.
 */
const postCode = endpoint({
  id: "mail-confirmation-code",
  method: "POST",
  path: "/sessions/confirm/mail",
  summary: "Mails a code to somebody who has no password, by which they confirm their session.",
  auth: "human",
  scope: "full",
  audits: "personal",
  params: {},
  result: {},
  errors: ["BAD_REQUEST", "CSRF_FAILED", "RATE_LIMIT_HIT"],
  async run({ site, realm, actor, browser }) {
    const { id } = await ownBrowserSession(ofBrowser(browser));
    const way = await wayOf(site, realm, actor);
    if (way === "password") throw badRequest("Your account has a password: confirm by it.");
    if (way === "operator") throw badRequest("This server sends no mail. Ask its operator for a password.");
    site.forms?.mail(`${realm.id}:code:${actor.id}`);
    await mailCode(realm, actor, id);
    return {};
  },
});

export const confirmationEndpoints = [postConfirmation, postCode] as const;
