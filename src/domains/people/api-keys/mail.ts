import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { Mail } from "#outbound/mail-server.ts";
import { letter, toUser } from "#domains/records/users/email/letter.ts";
import { keyChannelNames } from "./present.ts";
import type { ApiKeyRow } from "./queries.ts";

/** Tells a person of a key for their account, or for a bot of theirs, so that they notice if it was not them. */
export function keyMail(model: Model, person: User, account: User, key: ApiKeyRow): Mail {
  const head = toUser(person);
  const { t } = head.texts;
  const values = { organization: model.realm.name, key: key.name, bot: account.fullName };
  const scopes = key.scopes === null ? t("everything") : key.scopes.join(", ");
  const expiry = key.expiresAt === null ? t("never") : new Date(key.expiresAt * 1000).toISOString().slice(0, 10);
  return letter({
    ...head,
    subject: t("New API key for {organization}", values),
    paragraphs: [
      person.id === account.id
        ? t(
            "An API key named “{key}” was created for your account. A program that has it can act for you in {organization}.",
            values,
          )
        : t(
            "An API key named “{key}” was created for your bot {bot}. A program that has it can act for the bot in {organization}.",
            values,
          ),
      t("What it can do: {scopes}. It expires: {expiry}.", { scopes, expiry }),
      ...(key.channelIds === null
        ? []
        : [
            t("It can be used in these channels only: {channels}.", {
              channels: keyChannelNames(model, key.channelIds),
            }),
          ]),
    ],
    footer: t(
      "If this was not you, revoke the key in the settings, change your password, and create a new API key there.",
    ),
  });
}
