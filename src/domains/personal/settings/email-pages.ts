import { formPages, staleLink as stalePage, type Visit } from "#api/pages/form-pages.ts";
import { formHtml } from "#api/pages/form.ts";
import { aside, buttonLink, paragraph } from "#api/pages/layout.ts";
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

const TITLE = "Your new address";
const UNDO_TITLE = "Take your account back";

/** The pages of the links in mails about a new address. */
export const emailPages = (site: Site, realms: Realms): PageRoute[] => [
  ...formPages(site, realms, `${NEW_EMAIL_PATH}/{key}`, {
    fields: [],
    show: ({ realm }) => ({
      title: TITLE,
      body: formHtml({ fields: [], button: `Use it for ${realm.model.realm.name}` }),
    }),
    async submit({ realm, key }) {
      // Anybody may send this request, so the writer only gets tokens that are valid now.
      if ((await pendingEmailChange(readPool(realm), realm.id, hashOfToken(key))) === undefined) throw staleEmailLink();
      const { email } = await realm.writeAsServer((tx) => confirmEmail(tx, key, realm.url));
      return { title: TITLE, body: paragraph(`Your address is now ${email}.`) };
    },
  }),
  ...formPages(site, realms, `${UNDO_PATH}/{key}`, {
    fields: [],
    async show(visit) {
      const { oldEmail } = await undoOf(visit);
      const body = [
        paragraph(`Your account gets the address ${oldEmail} again. Everybody who is logged in to it is logged out.`),
        formHtml({ fields: [], button: "Undo the change" }),
      ].join("\n");
      return { title: UNDO_TITLE, body };
    },
    async submit(visit) {
      await undoOf(visit);
      const { user, resetToken } = await visit.realm.writeAsServer((tx) => undoEmailChange(tx, visit.key));
      const done = paragraph(`The address of your account is ${user.email} again.`);
      if (resetToken === undefined) {
        const closed = paragraph("The account is deactivated: an administrator can bring it back.");
        return { title: UNDO_TITLE, body: `${done}\n${closed}` };
      }
      const body = [
        done,
        paragraph("Nobody can log in to it until you have chosen a new password."),
        buttonLink("Choose a password", `${PASSWORD_RESET_PATH}/${resetToken}/`),
        aside(
          "Then look at your bots in the settings: who had the account may know their keys, or have made others. Tell an administrator what has happened.",
        ),
      ].join("\n");
      return { title: UNDO_TITLE, body };
    },
  }),
];

async function undoOf({ realm, key }: Visit): Promise<EmailUndo> {
  const undo = await undoOfToken(readPool(realm), realm.id, hashOfToken(key));
  if (undo === undefined) throw stalePage("The change can be undone for a week. Ask an administrator for help.");
  return undo;
}
