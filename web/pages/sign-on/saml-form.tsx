import { signal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { TextField } from "../inline-form.tsx";
import type { KindForm, KindOnPage, ProviderSettings } from "./provider-fields.ts";

export const samlOnPage: KindOnPage = {
  method: "SAML",
  place: ({ entity_id: id = "" }) => id,
  addresses: (home, slug) => [
    { name: t("Entity ID (audience)"), address: `${home}/saml/${slug}/metadata.xml` },
    { name: t("Assertion consumer service URL (ACS)"), address: `${home}/complete/saml/${slug}` },
    { name: t("Single logout URL (SLO)"), address: `${home}/sso/saml/${slug}/logout` },
  ],
  form: samlForm,
  works: () => t("The certificate is valid. Log in once to see that everything fits together."),
};

/** A certificate may be stored as the text within, and several have to be told apart. */
const asPem = (text: string) =>
  text.includes("-----") ? text.trim() : `-----BEGIN CERTIFICATE-----\n${text.trim()}\n-----END CERTIFICATE-----`;

const BETWEEN = /(?<=-----END CERTIFICATE-----)\s+(?=\S)/;

/** What the provider shows of itself. */
function samlForm(before: Partial<ProviderSettings>): KindForm {
  const field = (text: string | undefined) => signal(text ?? "");
  const [entityId, sso, slo] = [field(before.entity_id), field(before.sso_url), field(before.slo_url)];
  const certificates = signal((before.certificates ?? []).map(asPem).join("\n"));
  const [subject, email] = [field(before.subject_attribute), field(before.email_attribute)];
  const needed = [entityId, sso, certificates];
  /** Without it where it is empty: the server has a meaning for that. */
  const optional = (name: keyof ProviderSettings, text: string) => ({
    [name]: text.trim() === "" ? undefined : text.trim(),
  });
  return {
    isReady: () => needed.every(({ value }) => value.trim() !== ""),
    settings: () => ({
      entity_id: entityId.value.trim(),
      sso_url: sso.value.trim(),
      certificates: certificates.value.trim().split(BETWEEN),
      ...optional("slo_url", slo.value),
      ...optional("subject_attribute", subject.value),
      ...optional("email_attribute", email.value),
    }),
    secret: () => "",
    trustLabel: () => t("Trust the email addresses that the provider tells"),
    Fields: () => (
      <>
        <TextField
          label={t("Entity ID of the provider")}
          hint={t("Also called issuer or identifier.")}
          value={entityId}
          maxLength={1000}
        />
        <TextField
          label={t("Login URL")}
          value={sso}
          maxLength={1000}
          placeholder="https://login.example.com/saml/sso"
        />
        <TextField label={t("Logout URL (optional)")} value={slo} maxLength={1000} />
        <TextField
          label={t("Signing certificates")}
          hint={t("All of what the provider shows, one below the other.")}
          value={certificates}
          maxLength={50_000}
          lines={5}
        />
        <TextField
          label={t("Attribute that identifies people (optional)")}
          hint={t("It must never change or pass to somebody else. If it is empty, the persistent NameID is used.")}
          value={subject}
          maxLength={200}
        />
        <TextField
          label={t("Attribute with the email address (optional)")}
          hint={t("If it is empty, the usual names are tried.")}
          value={email}
          maxLength={200}
        />
      </>
    ),
  };
}
