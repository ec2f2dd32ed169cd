import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter } from "#domains/records/users/email/letter.ts";
import type { ApiKeyRow } from "./queries.ts";

/** Tells a person of a key for their account, or for a bot of theirs, so that they notice if it was not them. */
export function keyMail(model: Model, person: User, account: User, key: ApiKeyRow): Mail {
  const whose = person.id === account.id ? "your account" : `your bot ${account.fullName}`;
  const expiry = key.expiresAt === null ? "never" : new Date(key.expiresAt * 1000).toISOString().slice(0, 10);
  return letter({
    recipient: person.email,
    greeting: `Hello ${person.fullName},`,
    subject: `New API key for ${model.realm.name}`,
    paragraphs: [
      `an API key named “${key.name}” was created for ${whose}. A program that has it can act for ${person.id === account.id ? "you" : "the bot"} in ${model.realm.name}.`,
      `It may do: ${key.scopes === null ? "everything" : key.scopes.join(", ")}. It expires: ${expiry}.`,
    ],
    footer:
      "If this was not you, revoke the key in the settings, change your password, and ask for a new API key there.",
  });
}
