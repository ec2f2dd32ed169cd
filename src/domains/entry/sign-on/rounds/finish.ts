import { createCipheriv, randomBytes } from "node:crypto";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { hashOfToken, newToken } from "#platform/keys.ts";
import { endSession, type ProviderSession, startSession } from "#domains/people/sessions/actions.ts";
import { OTHERS_CLEARED, prepareSession } from "#domains/people/sessions/new-session.ts";
import type { View } from "#domains/records/pages/form-pages.ts";
import { documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { insertTicket } from "../proof/queries.ts";
import { appAddress } from "./app-answer.ts";
import type { SignInAttempt } from "./attempts.ts";
import { redirect, type SignOnVisit } from "./sign-on-page.ts";

/** What the end of a login may be recorded as. */
export const FINISHED = ["login.succeeded", "session.ended", "api_key.created"] as const;
export type FinishVisit = SignOnVisit<(typeof FINISHED)[number]>;

export type Ending = Pick<SignInAttempt, "flow" | "otp" | "next">;

/** Somebody has been let in: their browser gets a session, or the app that has sent them here gets what it needs. */
export async function finishLogin(
  visit: FinishVisit,
  user: User,
  { flow, otp, next }: Ending,
  by?: ProviderSession,
): Promise<HttpResponse> {
  if (flow === "browser" || otp === null) return inBrowser(visit, user, next, by);
  if (flow === "desktop") {
    const { realm, texts } = visit;
    const view = await desktopView(visit, user, otp, by);
    return documentResponse({ organization: shownOrganization(realm.model), texts, ...view });
  }
  const { site, realm, browser, url } = visit;
  const location = await appAddress(site, realm, user, { agent: browser.agent, otp, url }, loginBy(by));
  // Apps watch for this address, so that it is a redirect and not a page.
  return { ...redirect(location), status: 302 };
}

export const loginBy = (by: ProviderSession | undefined): Readonly<Record<string, unknown>> =>
  by === undefined ? { by_browser: true } : { provider: by.provider };

/** The session of a browser. One that it had before is replaced, whosever it was. */
export async function inBrowser(
  { realm, browser, address }: SignOnVisit<"login.succeeded" | "session.ended">,
  user: User,
  next: string,
  by?: ProviderSession,
  recorded: Readonly<Record<string, unknown>> = loginBy(by),
): Promise<HttpResponse> {
  const before = await browser.session();
  const session = prepareSession(browser, address, true, before);
  await realm.write(user, async (tx, present) => {
    await startSession(tx, present, { ...session.input, by });
    tx.audit("login.succeeded", present.id, recorded);
    if (before !== undefined) await endSession(tx, before);
  });
  session.handOver();
  return redirect(next, before === undefined || before.userId === user.id ? {} : OTHERS_CLEARED);
}

const TICKET_SECONDS = 60;
const NONCE_BYTES = 12;

/** An app on a computer gets a word by which it begins a session of its own: encrypted, to be pasted into it. */
export async function desktopView(
  { realm, texts: { t } }: Pick<FinishVisit, "texts"> & { readonly realm: RealmRuntime },
  user: User,
  otp: string,
  by: ProviderSession | undefined,
): Promise<View> {
  const token = newToken();
  const ticket = {
    kind: "session",
    userId: user.id,
    provider: by?.provider ?? null,
    subject: null,
    providerSession: by?.providerSession ?? null,
    endsAt: by?.endsAt ?? null,
    next: "/",
  } as const;
  await realm.write(user, (tx) => insertTicket(tx.sql, tx.realmId, hashOfToken(token), ticket, TICKET_SECONDS));
  return {
    title: t("Back to the app"),
    body: [
      paragraph(t("Copy this text, and paste it into the app within a minute. Then you can close this page.")),
      paragraph(encrypted(otp, token)),
    ].join("\n"),
  };
}

/** As the app decrypts it: the nonce, and AES-256-GCM with its tag at the end, in hexadecimal digits. */
function encrypted(otp: string, token: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(otp, "hex"), nonce);
  return Buffer.concat([nonce, cipher.update(token, "ascii"), cipher.final(), cipher.getAuthTag()]).toString("hex");
}
