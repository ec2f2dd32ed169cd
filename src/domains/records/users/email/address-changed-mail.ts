import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "./letter.ts";

/** The mail to the old address, by which its owner has a week to take the account back. */
export function addressChangedMail({ realm: { name } }: Model, user: User, newEmail: string, undo?: string): Mail {
  const isNow = `the address of your account in ${name} is now ${newEmail}.`;
  const common = {
    recipient: user.email,
    greeting: `Hello ${user.fullName},`,
    subject: `Your address for ${name} has changed`,
    footer: `If this was not you, tell an administrator of ${name} at once, too.`,
  };
  if (undo === undefined) return letter({ ...common, paragraphs: [isNow] });
  return letter({
    ...common,
    paragraphs: [
      isNow,
      "If this was not you, take the account back: this link works for a week, whatever else is changed meanwhile. Your address is as before, everybody who is logged in is logged out, and you choose a new password.",
    ],
    action: { label: "This was not me: undo it", url: undo },
  });
}
