import { Loaded } from "../../dialogs/loaded.tsx";
import { openDialog } from "../../ui/open.ts";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { isOnlyOwner, mayManagePerson } from "../../state/directory-permissions.ts";
import { isOwner } from "../../state/member-permissions.ts";
import { personOf, ROLES } from "../../state/people.ts";
import type { Person } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { roleNames } from "../../ui/role-names.ts";
import { attempt } from "../../ui/toast.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { Live } from "../live.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { ChannelsOfPerson, GroupsOfPerson } from "./memberships.tsx";
import { PersonTags } from "./person-tags.tsx";
import { ProfileFields } from "./profile-fields.tsx";

/** Somebody's account, for administrators. */
export function PersonPage({ userId }: { userId: number }) {
  const person = personOf(people.value, userId);
  const above = { name: t("People"), href: "#people" };
  if (person === undefined || people.value.system.has(userId))
    return (
      <PlainPage icon="users" above={above} title={t("Unknown person")}>
        <p>{t("This person does not exist, or you cannot see them.")}</p>
      </PlainPage>
    );
  const isActive = people.value.active.has(userId);
  const may = mayManagePerson(current.value, person);
  return (
    <PlainPage icon="users" above={above} title={person.full_name}>
      <div class="card-head">
        <Avatar userId={userId} class="huge" />
        <div class="row-text">
          <h2 dir="auto">{person.full_name}</h2>
          <PersonTags person={person} />
          {!isActive && <span class="tag">{t("Deactivated")}</span>}
        </div>
      </div>
      <Account person={person} locked={may ? undefined : t("Only administrators can change this account.")} />
      {!person.is_bot && may && isActive && (
        <Loaded load={() => call("GET /realm/profile_fields")}>
          {({ custom_fields }) =>
            custom_fields.length > 0 && (
              <>
                <h3>{t("Profile")}</h3>
                <ProfileFields person={person} fields={custom_fields} />
              </>
            )
          }
        </Loaded>
      )}
      {isActive && <ChannelsOfPerson userId={userId} />}
      {isActive && <GroupsOfPerson userId={userId} />}
      {!person.is_bot && may && isActive && <HasTwoStep userId={userId} />}
      {may && <Activation person={person} isActive={isActive} />}
    </PlainPage>
  );
}

const HasTwoStep = ({ userId }: { readonly userId: number }) => (
  <>
    <h3>{t("Two-step login")}</h3>
    <Live load={() => call("GET /realm/two_step")} after={["two_step"]}>
      {({ user_ids: ids }) => (
        <p class="hint">
          {ids.includes(userId)
            ? t("On: a login asks for a code beside the password.")
            : t("Off: the password is enough to log in.")}
        </p>
      )}
    </Live>
  </>
);

function Account({ person, locked }: { person: Person; locked: string | undefined }) {
  const { user_id } = person;
  const save = (name: string, value: unknown) => call("PATCH /users/{user_id}", { user_id, [name]: value });
  const roleLock = isOnlyOwner(current.value, person)
    ? t("There must be an owner: make someone else an owner first.")
    : undefined;
  return (
    <>
      <FieldList fields={NAME} values={{ ...person }} save={save} locked={locked} />
      <FieldList
        fields={[roleField(person)]}
        values={{ ...person }}
        save={save}
        locked={locked === undefined ? roleLock : ""}
      />
      {!person.is_bot && locked === undefined && (
        <FieldList
          fields={STATUS}
          values={{ status_text: current.value.statuses.get(user_id)?.status_text ?? "" }}
          save={(name, value) => call("POST /users/{user_id}/status", { user_id, [name]: value })}
        />
      )}
    </>
  );
}

const NAME: readonly Field[] = [{ kind: "text", name: "full_name", label: t("Name"), maxLength: 100 }];

const STATUS: readonly Field[] = [
  {
    kind: "text",
    name: "status_text",
    label: t("Status"),
    hint: t("What everyone sees beside the name."),
    maxLength: 60,
  },
];

const ROLE_HINT = [
  t("Owners can do everything."),
  t("Administrators manage people, channels and most settings."),
  t("Moderators keep conversations in order."),
  t("Guests see only the channels they were added to."),
].join(" ");

/** Only owners make owners. */
function roleField({ role }: Person): Field {
  const offered = [...roleNames()].filter(
    ([offeredRole]) => offeredRole !== ROLES.owner || role === offeredRole || isOwner(current.value),
  );
  return {
    kind: "choice",
    name: "role",
    label: t("Role"),
    hint: ROLE_HINT,
    options: offered.map(([value, label]) => ({ value, label })),
  };
}

function Activation({ person, isActive }: { person: Person; isActive: boolean }) {
  const { user_id, full_name: name, is_bot } = person;
  if (!isActive)
    return (
      <div class="last-actions">
        <button
          type="button"
          class="secondary"
          onClick={() => void attempt(() => call("POST /users/{user_id}/reactivate", { user_id }))}
        >
          {t("Reactivate this account")}
        </button>
      </div>
    );
  if (isOnlyOwner(current.value, person)) return null;
  const deactivate = () =>
    openDialog("confirm", {
      title: t("Deactivate {name}?", { name }),
      text: t(
        "They will be logged out everywhere and removed from all groups. Their messages stay. The account can be reactivated.",
      ),
      action: t("Deactivate"),
      run: () =>
        is_bot ? call("DELETE /bots/{bot_id}", { bot_id: user_id }) : call("DELETE /users/{user_id}", { user_id }),
    });
  return (
    <div class="last-actions">
      <button type="button" class="secondary danger" onClick={deactivate}>
        {t("Deactivate this account…")}
      </button>
    </div>
  );
}
