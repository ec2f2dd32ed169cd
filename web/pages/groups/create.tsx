import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayCreateGroups } from "../../state/directory-permissions.ts";
import { current } from "../../store.ts";
import { go } from "../../ui/route.ts";
import { CreateForm } from "../fields/create-form.tsx";
import { DraftList } from "../fields/draft-list.tsx";
import type { Values } from "../fields/field.ts";
import { PAGE_ICONS } from "../icons.ts";
import { ChosenPeople } from "../lists/people-pick.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { TEXTS } from "./fields.ts";

/** A form for a new group. Its permissions and the groups in it come after, on its page. */
export function CreateGroup() {
  const above = { name: t("Groups"), href: "#groups" };
  return (
    <PlainPage icon={PAGE_ICONS.usersGroup} above={above} title={t("New group")}>
      {mayCreateGroups(current.value) ? (
        <Form />
      ) : (
        <p>{t("Your organization limits who can create groups. Ask an administrator.")}</p>
      )}
    </PlainPage>
  );
}

function Form() {
  const id = useId();
  const draft = useSignal<Values>({ name: "", description: "" });
  const members = useSignal<readonly number[]>([current.value.ownId]);
  const create = async () => {
    const { group_id } = await call("POST /user_groups/create", {
      name: String(draft.value["name"]).trim(),
      description: String(draft.value["description"]),
      members: [...members.value],
    });
    go(`#groups/${group_id}`);
  };
  return (
    <CreateForm action={t("Create")} back="#groups" run={create}>
      <DraftList
        fields={TEXTS}
        values={draft.value}
        onChange={(name, value) => (draft.value = { ...draft.value, [name]: value })}
      />
      <div class="field-row">
        <label for={id}>{t("Members")}</label>
        <ChosenPeople
          id={id}
          label={t("Members")}
          chosen={members.value}
          onChange={(chosen) => (members.value = chosen)}
        />
        <p class="hint">{t("Groups can be added later. Their members are then members of this group.")}</p>
      </div>
    </CreateForm>
  );
}
