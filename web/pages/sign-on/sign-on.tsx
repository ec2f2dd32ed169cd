import { t } from "../../language/text.ts";
import { isOwner } from "../organization/settings.tsx";
import { Directories } from "./directories.tsx";
import { MethodSwitches } from "./methods.tsx";
import { ProviderList } from "./provider-list.tsx";

/** How people log in to the organization. Only owners decide it, and see it. */
export function WaysToLogIn() {
  if (!isOwner()) return <p class="hint">{t("Only owners can see and change how people log in.")}</p>;
  return (
    <>
      <MethodSwitches />
      <h3>{t("Login providers")}</h3>
      <p class="hint">
        {t(
          "People can log in with an account they already have elsewhere, if its provider supports OpenID Connect or SAML 2.0.",
        )}
      </p>
      <p class="hint">
        {t("Providers added here can vouch only for email addresses at the organization’s domains.")}{" "}
        <a class="link" href="#organization/joining">
          {t("Allowed domains")}
        </a>
      </p>
      <ProviderList />
      <h3>{t("Directories")}</h3>
      <p class="hint">
        {t(
          "A directory, such as Microsoft Entra or Okta, can create, change and deactivate accounts and groups by SCIM.",
        )}
      </p>
      <Directories />
    </>
  );
}
