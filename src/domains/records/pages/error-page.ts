import type { Realms } from "#engine/runtime/realms.ts";
import type { HttpResponse, RequestHead } from "#http/exchange.ts";
import { buttonLink, documentResponse, paragraph, shownOrganization } from "./layout.ts";
import { type Texts, textsFor } from "./texts.ts";

/** Of hosts that no organization has. */
const NOBODY = { name: "Parley", description: "" };

/** Shows people who have opened an address in a browser why there is nothing; programs get the refusal as it is. */
export const errorPages =
  (realms: Realms) =>
  async (head: RequestHead, status: number): Promise<HttpResponse> => {
    const texts = textsFor(head);
    const realm = await realms.byHost(head.headers["host"]);
    const organization = realm === undefined ? NOBODY : shownOrganization(realm.model);
    const { title, sentence, button } = wordsFor(status, texts, organization.name);
    const body = [paragraph(sentence), ...(realm === undefined ? [] : [buttonLink(button, "/")])].join("\n");
    return documentResponse({ organization, texts, title, body, status });
  };

function wordsFor(status: number, { t }: Texts, name: string) {
  const button = t("Open {organization}", { organization: name });
  if (status === 401)
    return {
      title: t("Log in first"),
      sentence: t("Only people who are logged in can see this."),
      button: t("Log in"),
    };
  if (status === 403) return { title: t("No access"), sentence: t("You do not have permission to see this."), button };
  if (status === 404)
    return {
      title: t("Page not found"),
      sentence: t("There is nothing at this address. The link may be old or mistyped."),
      button,
    };
  if (status >= 500) return { title: t("Something went wrong"), sentence: t("Try again in a moment."), button };
  return { title: t("This is not possible"), sentence: t("The address could not be understood."), button };
}
