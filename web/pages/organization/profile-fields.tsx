import { useSignal } from "@preact/signals";
import { t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { ProfileField } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { attempt } from "../../ui/toast.ts";
import { openDialog } from "../../ui/open.ts";
import { Sortable } from "../lists/sortable.tsx";
import { typeName } from "./field-types.ts";
import { ProfileFieldForm } from "./profile-field-form.tsx";
import { administratorsOnly } from "./settings.tsx";

/** What people can say of themselves, besides their name. */
export function ProfileFields() {
  const fields = current.value.definitions.profileFields;
  const locked = administratorsOnly();
  const edited = useSignal<number | undefined>(undefined);
  return (
    <>
      {locked !== undefined && <p class="hint">{locked}</p>}
      {fields.length === 0 && <p class="hint">{t("There are no custom profile fields yet.")}</p>}
      <Sortable
        label={t("Profile fields")}
        items={fields}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        isLocked={locked !== undefined}
        save={(order) => attempt(() => call("PATCH /realm/profile_fields", { order: [...order] }))}
      >
        {(field) =>
          edited.value === field.id ? (
            <ProfileFieldForm field={field} onDone={() => (edited.value = undefined)} />
          ) : (
            <>
              <span class="row-main">
                <strong dir="auto">{field.name}</strong>
                <span class="hint" dir="auto">
                  {factsOf(field).join(" · ")}
                </span>
              </span>
              {locked === undefined && <RowButtons field={field} onEdit={() => (edited.value = field.id)} />}
            </>
          )
        }
      </Sortable>
      {locked === undefined && (
        <>
          <h3>{t("New profile field")}</h3>
          <ProfileFieldForm />
        </>
      )}
    </>
  );
}

const factsOf = (field: ProfileField): string[] =>
  [
    typeName(field.type),
    field.hint,
    field.display_in_profile_summary === true ? t("in the summary") : "",
    field.required ? tc("profile field", "required") : "",
    field.editable_by_user ? "" : t("managed by administrators"),
  ].filter((fact) => fact !== "");

function RowButtons({ field, onEdit }: { readonly field: ProfileField; readonly onEdit: () => void }) {
  const { name } = field;
  return (
    <>
      <button type="button" class="icon-button" aria-label={t("Change {name}", { name })} onClick={onEdit}>
        <Icon name="pencil" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Remove {name}", { name })}
        onClick={() =>
          openDialog("confirm", {
            title: t("Remove {name}?", { name }),
            text: t("Everything people have entered in it will be deleted, too. This cannot be undone."),
            action: t("Remove"),
            run: () => call("DELETE /realm/profile_fields/{field_id}", { field_id: field.id }),
          })
        }
      >
        <Icon name={MORE_ICONS.trash} />
      </button>
    </>
  );
}
