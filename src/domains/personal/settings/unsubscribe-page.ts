import { formPages, staleLink, type Visit } from "#domains/records/pages/form-pages.ts";
import { formHtml } from "#domains/records/pages/form.ts";
import { buttonLink, paragraph } from "#domains/records/pages/layout.ts";
import type { PageRoute } from "#api/pages/page.ts";
import { UNSUBSCRIBE_PATH, userOfUnsubscribeKey } from "#domains/notifications/digest/link.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { Site } from "#engine/runtime/site.ts";
import { changeSettings } from "./actions/change-settings.ts";

/** The page of the link in every digest, which works without logging in. */
export const unsubscribePages = (site: Site, realms: Realms): PageRoute[] =>
  formPages(site, realms, `${UNSUBSCRIBE_PATH}/{key}`, {
    fields: [],
    audits: "personal",
    isForPrograms: true,
    show(visit) {
      const { t } = visit.texts;
      const { email } = readerOf(visit);
      return {
        title: t("Stop weekly digests"),
        body: [
          paragraph(t("{email} gets no more digests. Other mails stay as they are.", { email })),
          formHtml({ fields: [], button: t("Stop weekly digests") }),
        ].join("\n"),
      };
    },
    async submit(visit) {
      const { realm, texts } = visit;
      const { id, email } = readerOf(visit);
      await realm.writeAsServer(async (tx) => {
        const user = userRecord(tx.model, id);
        if (user !== undefined) await changeSettings(tx, user, { enable_digest_emails: false });
      });
      const { name } = realm.model.realm;
      return {
        title: texts.t("Digests are stopped"),
        body: [
          paragraph(texts.t("{email} gets no more digests. Your settings turn them on again.", { email })),
          buttonLink(texts.t("Open {organization}", { organization: name }), "/"),
        ].join("\n"),
      };
    },
  });

function readerOf({ site, realm, key }: Visit): User {
  const user = userRecord(realm.model, userOfUnsubscribeKey(site.keys, realm.id, key) ?? -1);
  if (user?.isActive !== true) throw staleLink("This link is no longer valid. Your settings have the same switch.");
  return user;
}
