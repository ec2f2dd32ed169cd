import { t } from "../../language/text.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Icon } from "../../ui/icon.tsx";

export interface ProviderAddresses {
  /** Where people come back to. */
  readonly redirect_url: string;
  /** Where the provider tells that somebody has logged out there. */
  readonly logout_url: string;
}

/** What has to be entered at the provider. */
export const Addresses = ({ redirect_url: redirect, logout_url: logout }: ProviderAddresses) => (
  <>
    <CopiedAddress name={t("Redirect URI")} address={redirect} />
    <CopiedAddress name={t("Back-channel logout URI")} address={logout} />
  </>
);

const CopiedAddress = ({ name, address }: { readonly name: string; readonly address: string }) => (
  <>
    <p class="hint">{name}</p>
    <p class="copy-line">
      <code dir="ltr">{address}</code>
      <button
        type="button"
        class="secondary"
        aria-label={t("Copy: {name}", { name })}
        onClick={() => void copyText(address, t("Address copied."))}
      >
        <Icon name="copy" /> {t("Copy")}
      </button>
    </p>
  </>
);
