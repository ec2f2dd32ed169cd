import { call } from "../../link/http.ts";
import { t } from "../../language/text.ts";
import { ownRole, ROLES } from "../../state/people.ts";
import { current } from "../../store.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { realmValue, UNLIMITED, withOptions } from "./options.ts";
import { OF_OWNERS } from "./settings-fields.ts";

export const isAdministrator = (): boolean => ownRole(current.value) <= ROLES.administrator;
export const isOwner = (): boolean => ownRole(current.value) === ROLES.owner;

/** Why the user cannot change what is the administrators'; undefined where they can. */
export const administratorsOnly = (): string | undefined =>
  isAdministrator() ? undefined : t("Only administrators can change this. You can see how it is set.");

/** Settings of the organization: everybody sees them, and those who may change them. */
export function OrganizationSettings({ fields }: { readonly fields: readonly Field[] }) {
  const values = Object.fromEntries(fields.map(({ name }) => [name, realmValue(name)]));
  const reasons = isOwner()
    ? {}
    : Object.fromEntries([...OF_OWNERS].map((name) => [name, t("Only owners can change this.")]));
  return (
    <FieldList
      fields={fields.map((field) => withOptions(field, values[field.name]))}
      values={values}
      locked={administratorsOnly()}
      reasons={reasons}
      save={(name, value, before) => call("PATCH /realm", { [name]: asParameter(name, value, before) })}
    />
  );
}

/** A value in the form in which a request has it. */
function asParameter(name: string, value: unknown, before: unknown): unknown {
  if (/_group$|^can_/.test(name)) return { new: value, old: before };
  if (name.endsWith("_limit_seconds")) return value ?? UNLIMITED;
  if (name === "api_key_max_days") return value ?? UNLIMITED;
  if (name === "message_retention_days" && value === -1) return UNLIMITED;
  if (name === "jitsi_server_url" && value === "") return "default";
  return value;
}
