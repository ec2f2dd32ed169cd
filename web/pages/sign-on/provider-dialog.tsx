import type { Signal } from "@preact/signals";
import { useId, useMemo } from "preact/hooks";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { property } from "../../store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField, TextField } from "../inline-form.tsx";
import { Addresses, type ProviderAddresses } from "./addresses.tsx";
import {
  algorithmOptions,
  clientAuthOptions,
  fieldsOf,
  type ProviderFields,
  type ProviderSettings,
  sessionOptions,
  settingsAfter,
} from "./provider-fields.ts";

interface ProviderDialogProps {
  /** The one that is changed; undefined for another one. */
  readonly provider: { readonly id: number; readonly slug: string; readonly settings: ProviderSettings } | undefined;
  readonly onSaved: () => void;
}

export function ProviderDialog({ provider, onSaved }: ProviderDialogProps) {
  const fields = useMemo(() => fieldsOf(provider?.slug ?? "", provider?.settings ?? {}), []);
  const hasNone = fields.clientAuth.value === "none";
  const secret = hasNone ? "" : fields.secret.value.trim();
  const run = async () => {
    const settings = settingsAfter(provider?.settings ?? {}, fields);
    const wanted = { settings, ...(secret !== "" && { client_secret: secret }) };
    await confirmed<unknown>(() =>
      provider === undefined
        ? call("POST /realm/identity_providers", { kind: "oidc", slug: fields.slug.value.trim(), ...wanted })
        : call("PATCH /realm/identity_providers/{provider_id}", { provider_id: provider.id, ...wanted }),
    );
    onSaved();
  };
  const needed = [fields.displayName, fields.slug, fields.issuer, fields.clientId];
  const isReady =
    needed.every((field) => field.value.trim() !== "") && (provider !== undefined || hasNone || secret !== "");
  return (
    <Dialog title={provider === undefined ? t("Add a provider") : t("Change the provider")}>
      <DialogForm action={provider === undefined ? t("Add") : t("Save")} isReady={isReady} run={run}>
        <Naming fields={fields} isNew={provider === undefined} />
        <Client fields={fields} isNew={provider === undefined} />
        <SelectField label={t("Signature of ID tokens")} value={fields.signingAlgorithm} options={algorithmOptions} />
        <SelectField
          label={t("People have to log in again after")}
          value={fields.sessionHours}
          options={sessionOptions(fields.sessionHours.value)}
        />
        <CheckField label={t("Create accounts for its people without an invitation")} value={fields.allowsSignup} />
        <CheckField
          label={t("Trust email addresses that the provider does not say it has verified")}
          value={fields.trustsEmail}
        />
      </DialogForm>
    </Dialog>
  );
}

interface PartProps {
  readonly fields: ProviderFields;
  readonly isNew: boolean;
}

/** How people see it, and what its own side has to know of this one. */
const Naming = ({ fields: { displayName, slug }, isNew }: PartProps) => (
  <>
    <TextField
      label={t("Display name")}
      hint={t("People see it on the button of the login page.")}
      value={displayName}
      maxLength={60}
    />
    {isNew && (
      <>
        <TextField
          label={t("Name in addresses")}
          hint={t("Lowercase letters, digits and hyphens. It cannot be changed later.")}
          value={slug}
          maxLength={40}
        />
        {slug.value.trim() !== "" && (
          <>
            <p>{t("Enter these addresses at the provider:")}</p>
            <Addresses {...addressesOf(slug.value.trim())} />
          </>
        )}
      </>
    )}
  </>
);

/** As the server tells them once the provider exists, which wants to know them before. */
function addressesOf(slug: string): ProviderAddresses {
  const home = property("realm_url", location.origin);
  return { redirect_url: `${home}/complete/oidc/${slug}`, logout_url: `${home}/sso/oidc/${slug}/logout` };
}

/** What the provider has given out. */
const Client = ({ fields: { issuer, clientId, clientAuth, secret }, isNew }: PartProps) => (
  <>
    <TextField label={t("Issuer")} value={issuer} maxLength={500} placeholder="https://login.example.com" />
    <TextField label={t("Client ID")} value={clientId} maxLength={500} />
    <SelectField label={t("Client authentication")} value={clientAuth} options={clientAuthOptions()} />
    {clientAuth.value !== "none" && <SecretField value={secret} isNew={isNew} />}
  </>
);

function SecretField({ value, isNew }: { readonly value: Signal<string>; readonly isNew: boolean }) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{t("Client secret")}</label>
      <p class="hint" id={`${id}-hint`}>
        {isNew ? t("It is never shown again.") : t("Leave it empty to keep the one it has, which is never shown.")}
      </p>
      <input
        id={id}
        class="text-input"
        type="password"
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        maxLength={2000}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </div>
  );
}
