import { type Texts, textsIn } from "#domains/records/pages/texts.ts";

type Say = (t: Texts["t"]) => readonly [sentence: string, step: string];

/**
 * Why somebody is not let in, for a page: a sentence, and what they can do. `values` and `detail` are for the log: the last
 * may say what a provider has sent.
 */
export class SignOnRefusal extends Error {
  readonly say: Say;
  readonly values: Readonly<Record<string, string>>;
  readonly detail: string | undefined;
  readonly isLogout: boolean;

  constructor(say: Say, values: Readonly<Record<string, string>> = {}, detail?: string, isLogout = false) {
    super(say(textsIn("en").t)[0]);
    this.say = say;
    this.values = values;
    this.detail = detail;
    this.isLogout = isLogout;
  }
}

const again = (t: Texts["t"]) => t("Go back to the page to log in, and try again.");

export const staleSignIn = () =>
  new SignOnRefusal((t) => [t("This login took too long, or was used already."), again(t)]);

export const otherBrowser = () => new SignOnRefusal((t) => [t("This login was begun in another browser."), again(t)]);

export const notProven = (provider: string, detail: string) =>
  new SignOnRefusal(
    (t) => [
      t("{provider} could not show who you are.", { provider }),
      t("Try again. If it happens again, tell an administrator the number below."),
    ],
    { provider },
    detail,
  );

export const declined = (provider: string, detail: string) =>
  new SignOnRefusal(
    (t) => [
      t("{provider} has not let you in.", { provider }),
      t("Try again, or ask an administrator whether you may use it."),
    ],
    { provider },
    detail,
  );

export const logoutNotProven = (provider: string, detail: string) =>
  new SignOnRefusal(
    (t) => [
      t("What {provider} has sent to log you out is not right.", { provider }),
      t("Log out here yourself. If it happens again, tell an administrator the number below."),
    ],
    { provider },
    detail,
    true,
  );

export const unreachable = (provider: string, detail: string) =>
  new SignOnRefusal(
    (t) => [
      t("{provider} does not answer at this moment.", { provider }),
      t("Try again in a few minutes, or log in another way."),
    ],
    { provider },
    detail,
  );

export const deactivatedAccount = () =>
  new SignOnRefusal((t) => [t("Your account is deactivated."), t("Ask an administrator to reactivate it.")]);

export const withoutEmail = (provider: string) =>
  new SignOnRefusal(
    (t) => [
      t("{provider} does not tell your email address.", {
        provider,
      }),
      t("Ask an administrator to have it tell addresses."),
    ],
    {
      provider,
    },
  );

export const unverifiedEmail = (provider: string, email: string) =>
  new SignOnRefusal(
    (t) => [
      t("{provider} does not vouch for the address {email}.", { provider, email }),
      t("Confirm your address there, or log in another way."),
    ],
    { provider, email },
  );

export const noAccount = (provider: string, email: string) =>
  new SignOnRefusal(
    (t) => [
      t("There is no account here for {email}.", { provider, email }),
      t("Ask a member for an invitation, or log in at {provider} with another account.", { provider, email }),
    ],
    { provider, email },
  );

export const othersAccount = (provider: string, email: string) =>
  new SignOnRefusal(
    (t) => [
      t("The account {email} cannot be linked with this one of {provider}.", { provider, email }),
      t("Ask an administrator whose account it is."),
    ],
    { provider, email },
  );

export const withoutPassword = (provider: string) =>
  new SignOnRefusal(
    (t) => [
      t("Your account has a role that {provider} alone cannot open the first time.", { provider }),
      t("Choose a password by “Forgot password?” on the page to log in, and come back."),
    ],
    { provider },
  );

export const noSuchWay = () =>
  new SignOnRefusal((t) => [
    t("There is no such way to log in."),
    t("Go back to the page to log in, and choose one that is there."),
  ]);
