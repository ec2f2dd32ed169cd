import { formPages, staleLink as stalePage, type Visit } from "#domains/records/pages/form-pages.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { aside, buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import type { PageRoute } from "#api/pages/page.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { hashOfToken } from "#platform/keys.ts";
import { PASSWORD_RESET_PATH } from "#domains/people/login/password-reset-path.ts";
import { confirmEmail, staleEmailLink } from "./actions/change-email.ts";
import { undoEmailChange } from "./actions/undo-email-change.ts";
import { NEW_EMAIL_PATH, UNDO_PATH } from "./email-mails.ts";
import { type EmailUndo, pendingEmailChange, undoOfToken } from "./email-queries.ts";

/** The pages of the links in mails about a new address. */
export const emailPages = (site: Site, realms: Realms): PageRoute[] => [
  ...formPages(site, realms, `${NEW_EMAIL_PATH}/{key}`, {
    fields: [],
    audits: ["user.email_changed"],
    show: ({ realm, texts: { t } }) => ({
      title: t("Your new address"),
      body: formHtml({ fields: [], button: t("Use it for {name}", { name: realm.model.realm.name }) }),
    }),
    async submit({ realm, key, texts: { t } }) {
      // Anybody may send this request, so the writer only gets tokens that are valid now.
      if ((await pendingEmailChange(readPool(realm), realm.id, hashOfToken(key))) === undefined) throw staleEmailLink();
      const { email } = await realm.writeAsServer((tx) => confirmEmail(tx, key, realm.url));
      const { name } = realm.model.realm;
      return {
        title: t("Your new address"),
        body: `${paragraph(t("Your address is now {email}.", { email }))}\n${buttonLink(t("Open {organization}", { organization: name }), "/")}`,
      };
    },
  }),
  ...formPages(site, realms, `${UNDO_PATH}/{key}`, {
    fields: [],
    audits: ["user.email_changed", "user.password_removed", "session.ended"],
    async show(visit) {
      const { t } = visit.texts;
      const { oldEmail: email } = await undoOf(visit);
      const body = [
        paragraph(
          t("Your account gets the address {email} again. Everybody who is logged in to it is logged out.", { email }),
        ),
        formHtml({ fields: [], button: t("Undo the change") }),
      ].join("\n");
      return { title: t("Take your account back"), body };
    },
    async submit(visit) {
      const { t } = visit.texts;
      await undoOf(visit);
      const { user, resetToken } = await visit.realm.writeAsServer((tx) => undoEmailChange(tx, visit.key));
      const title = t("Take your account back");
      const done = paragraph(t("The address of your account is {email} again.", { email: user.email }));
      if (resetToken === undefined) {
        const closed = paragraph(t("The account is deactivated: an administrator can bring it back."));
        return { title, body: `${done}\n${closed}` };
      }
      const body = [
        done,
        paragraph(t("Nobody can log in to it until you have chosen a new password.")),
        buttonLink(t("Choose a password"), `${PASSWORD_RESET_PATH}/${resetToken}/`),
        aside(
          t(
            "Then look at your bots in the settings: who had the account may know their keys, or have made others. Tell an administrator what has happened.",
          ),
        ),
      ].join("\n");
      return { title, body };
    },
  }),
];

async function undoOf({ realm, key }: Visit): Promise<EmailUndo> {
  const undo = await undoOfToken(readPool(realm), realm.id, hashOfToken(key));
  if (undo === undefined)
    throw stalePage(
      "This link is no longer valid. The change can be undone for a week. Ask an administrator for help.",
    );
  return undo;
}
