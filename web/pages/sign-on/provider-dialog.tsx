import { useMemo } from "preact/hooks";
import { confirmed } from "../../dialogs/confirmed.tsx";
import { DialogForm } from "../../dialogs/form.tsx";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField, TextField } from "../inline-form.tsx";
import { Addresses } from "./addresses.tsx";
import {
  fieldsOf,
  type KindForm,
  type LoginProvider,
  type ProviderFields,
  type ProviderKind,
  sessionOptions,
  settingsAfter,
} from "./provider-fields.ts";
import { KINDS, KINDS_ON_PAGE } from "./provider-kinds.ts";

interface ProviderDialogProps {
  /** The one that is changed; undefined for another one. */
  readonly provider: (Pick<LoginProvider, "kind" | "slug" | "settings"> & { readonly id: number }) | undefined;
  readonly onSaved: () => void;
}

export function ProviderDialog({ provider, onSaved }: ProviderDialogProps) {
  const isNew = provider === undefined;
  const before = provider?.settings ?? {};
  const fields = useMemo(() => fieldsOf(provider?.kind ?? "oidc", provider?.slug ?? "", before), []);
  const forms = useMemo(() => formsOf(before, isNew), []);
  const form = forms[fields.kind.value];
  const run = async () => {
    const secret = form.secret();
    const wanted = { settings: settingsAfter(before, fields, form.settings()), ...(secret !== "" && { secret }) };
    await confirmed<unknown>(() =>
      isNew
        ? call("POST /realm/identity_providers", {
            kind: fields.kind.value,
            slug: fields.slug.value.trim(),
            ...wanted,
          })
        : call("PATCH /realm/identity_providers/{provider_id}", { provider_id: provider.id, ...wanted }),
    );
    onSaved();
  };
  const isReady = [fields.displayName, fields.slug].every((field) => field.value.trim() !== "") && form.isReady();
  return (
    <Dialog title={isNew ? t("Add a provider") : t("Change the provider")}>
      <DialogForm action={isNew ? t("Add") : t("Save")} isReady={isReady} run={run}>
        {isNew && <SelectField label={t("Protocol")} value={fields.kind} options={kindOptions()} />}
        <Naming fields={fields} isNew={isNew} />
        <form.Fields />
        <SelectField
          label={t("People have to log in again after")}
          value={fields.sessionHours}
          options={sessionOptions(fields.sessionHours.value)}
        />
        <CheckField label={t("Create accounts for its people without an invitation")} value={fields.allowsSignup} />
        <CheckField label={form.trustLabel()} value={fields.trustsEmail} />
      </DialogForm>
    </Dialog>
  );
}

const formsOf = (before: Partial<LoginProvider["settings"]>, isNew: boolean) =>
  Object.fromEntries(KINDS.map((kind) => [kind, KINDS_ON_PAGE[kind].form(before, isNew)])) as Record<
    ProviderKind,
    KindForm
  >;

const kindOptions = () => KINDS.map((value) => ({ value, label: KINDS_ON_PAGE[value].method }));

interface NamingProps {
  readonly fields: ProviderFields;
  readonly isNew: boolean;
}

/** How people see it, and what its own side has to know of this one. */
const Naming = ({ fields: { kind, displayName, slug }, isNew }: NamingProps) => (
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
            <Addresses kind={kind.value} slug={slug.value.trim()} />
          </>
        )}
      </>
    )}
  </>
);
