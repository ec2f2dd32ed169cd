import { formPages } from "../../../api/pages/form-pages.ts";
import { formHtml } from "../../../api/pages/form.ts";
import { paragraph } from "../../../api/pages/layout.ts";
import type { PageRoute } from "../../../api/pages/page.ts";
import { readPool } from "../../../engine/runtime/pools.ts";
import type { Realms } from "../../../engine/runtime/realms.ts";
import type { Site } from "../../../engine/runtime/site.ts";
import { hashOfToken } from "../../../platform/keys.ts";
import { confirmEmail, staleLink } from "./actions/change-email.ts";
import { CONFIRMATION_PATH } from "./email-mails.ts";
import { pendingEmailChange } from "./email-queries.ts";

const TITLE = "Your new address";

/** The page of the links in mails about a new address. */
export const emailPages = (site: Site, realms: Realms): PageRoute[] =>
  formPages(site, realms, `${CONFIRMATION_PATH}/{key}`, {
    show: ({ realm }) => ({
      title: TITLE,
      body: formHtml({ fields: [], button: `Use it for ${realm.model.realm.name}` }),
    }),
    async submit({ realm, key }) {
      // Anybody may send this request, so the writer only gets tokens that are valid now.
      if ((await pendingEmailChange(readPool(realm), realm.id, hashOfToken(key))) === undefined) throw staleLink();
      const { email } = await realm.writeAsServer((tx) => confirmEmail(tx, key));
      return { title: TITLE, body: paragraph(`Your address is now ${email}.`) };
    },
  });
