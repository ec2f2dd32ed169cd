import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";

/** Tells a newcomer where their new account is and how to begin. */
export function welcomeMail(model: Model, { email, fullName }: User, url: string): Mail {
  const { name } = model.realm;
  return letter({
    recipient: email,
    subject: `Welcome to ${name}`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `your account in ${name} is ready. Log in with ${email} and your password.`,
      "Messages are in channels, and each has a topic: read the topics that concern you and leave the others for later. Your inbox shows what is new.",
      `Apps ask for the address of the server: ${url}`,
    ],
    action: { label: `Open ${name}`, url },
    footer: `You get this mail once, because an account was made for you in ${name}.`,
  });
}

/** The URL for the mail, where the server sends mail. */
export const mailedUrl = ({ config }: Pick<Site, "config">, { url }: Pick<RealmRuntime, "url">): string | undefined =>
  config.smtpUrl === undefined ? undefined : url;
