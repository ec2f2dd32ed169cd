import { signal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { SelectField, TextField } from "../inline-form.tsx";
import type { KindForm, KindOnPage, ProviderSettings } from "./provider-fields.ts";
import { SecretField } from "./secret-field.tsx";

type ClientAuth = NonNullable<ProviderSettings["client_auth"]>;
type SigningAlgorithm = NonNullable<ProviderSettings["signing_alg"]>;

export const oidcOnPage: KindOnPage = {
  method: "OpenID Connect",
  place: ({ issuer = "" }) => issuer,
  addresses: (home, slug) => [
    { name: t("Redirect URI"), address: `${home}/complete/oidc/${slug}` },
    { name: t("Back-channel logout URI"), address: `${home}/sso/oidc/${slug}/logout` },
  ],
  form: oidcForm,
  works: () => t("The provider answers, and people can log in."),
};

/** What the provider has given out. */
function oidcForm(before: Partial<ProviderSettings>, isNew: boolean): KindForm {
  const [issuer, clientId, secret] = [signal(before.issuer ?? ""), signal(before.client_id ?? ""), signal("")];
  const clientAuth = signal<ClientAuth>(before.client_auth ?? "basic");
  const signingAlgorithm = signal<SigningAlgorithm>(before.signing_alg ?? "RS256");
  const hasNone = () => clientAuth.value === "none";
  const secretText = () => (hasNone() ? "" : secret.value.trim());
  return {
    isReady: () =>
      issuer.value.trim() !== "" && clientId.value.trim() !== "" && (!isNew || hasNone() || secretText() !== ""),
    settings: () => ({
      issuer: issuer.value.trim(),
      client_id: clientId.value.trim(),
      client_auth: clientAuth.value,
      signing_alg: signingAlgorithm.value,
    }),
    secret: secretText,
    trustLabel: () => t("Trust email addresses that the provider does not say it has verified"),
    Fields: () => (
      <>
        <TextField label={t("Issuer")} value={issuer} maxLength={500} placeholder="https://login.example.com" />
        <TextField label={t("Client ID")} value={clientId} maxLength={500} />
        <SelectField label={t("Client authentication")} value={clientAuth} options={clientAuthOptions()} />
        {!hasNone() && <SecretField label={t("Client secret")} value={secret} isNew={isNew} />}
        <SelectField label={t("Signature of ID tokens")} value={signingAlgorithm} options={algorithmOptions} />
      </>
    ),
  };
}

/** By the names that they have at providers. */
const clientAuthOptions = (): readonly { readonly value: ClientAuth; readonly label: string }[] => [
  { value: "basic", label: "client_secret_basic" },
  { value: "post", label: "client_secret_post" },
  { value: "none", label: t("No client secret") },
];

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"] as const;

const algorithmOptions = ALGORITHMS.map((value) => ({ value, label: value }));
