import type { HttpResponse } from "#http/exchange.ts";
import type { User } from "#engine/model/records.ts";
import { aside, documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { admit } from "../proof/admit.ts";
import { joinByProvider, NEWCOMER_RECORDED } from "../proof/newcomer.ts";
import { applyMappings, MAPPED } from "../proof/mappings.ts";
import type { Proof } from "../proof/proof.ts";
import { sessionByProvider } from "../proof/session.ts";
import { finishLogin, FINISHED } from "./finish.ts";
import { noSuchWay } from "../proof/refusal.ts";
import type { SignInAttempt } from "./attempts.ts";
import { LINK_PATH } from "./link-path.ts";
import { redirect, type SignOnVisit } from "./sign-on-page.ts";

export const LET_IN = ["identity.linked", ...MAPPED, ...NEWCOMER_RECORDED, ...FINISHED] as const;
export type LetInVisit = SignOnVisit<(typeof LET_IN)[number]>;

/** From what a provider has shown to a session, or to an app. */
export async function letIn(visit: LetInVisit, proof: Proof, attempt: SignInAttempt): Promise<HttpResponse> {
  const { site, realm, texts } = visit;
  const admission = await realm.writeAsServer((tx) => admit(tx, site, proof, attempt, realm.url));
  if (admission.kind === "user") return enter(visit, admission.user, proof, attempt);
  if (admission.kind === "confirm") return redirect(`${LINK_PATH}/${admission.token}`);
  const joined = await joinByProvider(visit, proof, admission, attempt);
  if ("location" in joined) return redirect(joined.location);
  if ("user" in joined) return enter(visit, joined.user, proof, attempt);
  const { t } = texts;
  return documentResponse({
    organization: shownOrganization(realm.model),
    texts,
    title: t("Look into your mail"),
    body: [
      paragraph(
        t("We have sent a mail to {email}. Follow its link within a day to finish.", { email: joined.mailedTo }),
      ),
      aside(
        t("{provider} does not vouch for this address, so that it has to be confirmed once.", {
          provider: proof.provider.settings.display_name,
        }),
      ),
    ].join("\n"),
  });
}

async function enter(visit: LetInVisit, user: User, proof: Proof, attempt: SignInAttempt): Promise<HttpResponse> {
  const { site, realm } = visit;
  const { provider } = proof;
  const by = sessionByProvider(site, realm.model, provider.key, proof);
  // It may have been removed meanwhile.
  if (by === undefined) throw noSuchWay();
  await applyMappings(site, realm, user, proof);
  return finishLogin(visit, user, attempt, by);
}
