import { ApiError } from "#platform/errors.ts";
import { hashOfToken } from "#platform/keys.ts";
import { randomWord } from "#platform/random.ts";
import { requireScope } from "#api/callers/caller.ts";
import type { BrowserCall } from "#api/endpoint.ts";
import { notLoggedIn } from "#api/browser/session.ts";
import { enqueueMail } from "#engine/jobs/mail.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { isScoped } from "#engine/model/lookup/api-keys.ts";
import type { ApiKey, Session, User } from "#engine/model/records.ts";
import { confirmPassword, isOfDirectory } from "../login/confirm-password.ts";
import { readPassword } from "#domains/records/users/queries.ts";
import { isConfirmedWithin, markConfirmed, storeCode, takeCode } from "./queries.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";

/**
 * What takes an account for good, or lasts longer than a session, is not done by a session alone: a minute at somebody's
 * unlocked screen, or a copy of their cookie, must not be enough. Their user shows the password with the request, or has
 * shown it within this time in this session. A login does not count: it may have been hours of others at the screen ago.
 * Programs show with every request a key that lasts, so nothing more is asked of them; but a key with scopes never suffices.
 */
export const CONFIRMED_SECONDS = 15 * 60;

/** By what a user can show that it is them: people who have no password get a code by mail. */
type Way = "password" | "mail" | "operator";

interface Sensitive {
  readonly site: Site;
  readonly realm: RealmRuntime;
  readonly actor: User;
  readonly key: ApiKey | undefined;
  readonly browser?: BrowserCall | undefined;
}

/** The session of a request that has passed authentication by it. */
export async function ownBrowserSession(browser: BrowserCall): Promise<Session> {
  const session = await browser.session();
  if (session === undefined) throw notLoggedIn();
  return session;
}

/** Whether a caller may see what a session alone does not show. */
export async function isConfirmed({
  realm,
  key,
  browser,
}: Pick<Sensitive, "realm" | "key" | "browser">): Promise<boolean> {
  if (browser === undefined) return !isScoped(key);
  const { id } = await ownBrowserSession(browser);
  return isConfirmedWithin(readPool(realm), realm.id, id, CONFIRMED_SECONDS);
}

/** Refuses a session whose user has not shown lately that it is them. Before anything else, so that it tells nothing. */
export async function requireConfirmed(call: Sensitive, password = ""): Promise<void> {
  const { site, realm, actor, key, browser } = call;
  requireScope(key, "full");
  if (browser === undefined) return;
  if (password !== "") return confirmPassword(site, realm, actor, password);
  if (await isConfirmed(call)) return;
  throw new ApiError("CONFIRMATION_REQUIRED", "Confirm that it is you, and send the request again.", {
    way: await wayOf(site, realm, actor),
  });
}

export async function wayOf(site: Pick<Site, "config" | "directories">, realm: RealmRuntime, user: User): Promise<Way> {
  const { config } = site;
  if (await isOfDirectory(site, realm, user)) return "password";
  if ((await readPassword(readPool(realm), realm.id, user.id)) !== undefined) return "password";
  return config.smtpUrl === undefined ? "operator" : "mail";
}

export const noteConfirmed = (realm: RealmRuntime, sessionId: number): Promise<void> =>
  markConfirmed(backgroundPool(realm), realm.id, sessionId);

/** Of 71 bits: nobody guesses it, and one copies it from the mail. */
const CODE_LENGTH = 12;

export async function mailCode(realm: RealmRuntime, user: User, sessionId: number): Promise<void> {
  const code = randomWord(CODE_LENGTH);
  await backgroundPool(realm).begin(async (sql) => {
    await storeCode(sql, realm.id, sessionId, hashOfToken(code));
    await enqueueMail(sql, realm.id, codeMail({ organization: realm.model.realm.name, user, code }));
  });
}

/** Whether it is what was mailed for this session; it is used up. */
export const isOwnCode = (realm: RealmRuntime, sessionId: number, code: string): Promise<boolean> =>
  takeCode(backgroundPool(realm), realm.id, sessionId, { hash: hashOfToken(code), seconds: CONFIRMED_SECONDS });

interface Asked {
  readonly organization: string;
  readonly user: User;
  readonly code: string;
}

function codeMail({ organization, user, code }: Asked): Mail {
  const head = toUser(user);
  const { t } = head.texts;
  return letter({
    ...head,
    subject: t("Your code for {organization}", { organization }),
    paragraphs: [
      t(
        "Someone, probably you, wants to make an important change in your account {email}. Enter this code in the browser that asks for it. It works once, within 15 minutes:",
        { email: user.email },
      ),
      code,
    ],
    footer: t("If you did not ask for it, do not share the code, and log out your other browsers in the settings."),
  });
}
