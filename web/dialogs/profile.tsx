import { locale, t } from "../language/text.ts";
import { mayManagePerson } from "../state/directory-permissions.ts";
import { personOf } from "../state/people.ts";
import type { Person } from "../state/registered.ts";
import { current, people } from "../store.ts";
import { call } from "../link/http.ts";
import { Dialog, useClose } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { MORE_ICONS } from "../ui/more-icons.ts";
import { nameOf, shownName } from "../ui/names.tsx";
import { openDialog } from "../ui/open.ts";
import { hrefOf, hrefTo } from "../ui/route.ts";
import { LocalTime, PersonHead } from "./cards/person-head.tsx";
import { Fact } from "./info.tsx";
import { Loaded } from "./loaded.tsx";
import { fieldText } from "./profile-text.ts";

/** Who somebody is. */
export function Profile({ userId }: { userId: number }) {
  const close = useClose();
  const person = personOf(people.value, userId);
  if (person === undefined) {
    return (
      <Dialog title={t("Profile")}>
        <p>{t("You cannot see this person’s profile.")}</p>
      </Dialog>
    );
  }
  const isFormer = people.value.former.has(userId);
  const isOwn = userId === current.value.ownId;
  return (
    <Dialog title={shownName(userId)} class="profile">
      <PersonHead person={person} />
      <dl class="facts">
        {person.delivery_email !== null && person.delivery_email !== "" && (
          <Fact name={t("Email")}>
            <a class="link" href={`mailto:${person.delivery_email}`}>
              {person.delivery_email}
            </a>
          </Fact>
        )}
        <LocalTime person={person} />
        {person.bot_owner_id !== null && <Fact name={t("Owner")}>{nameOf(person.bot_owner_id)}</Fact>}
        <Fact name={t("Joined")}>
          {new Date(person.date_joined).toLocaleDateString(locale(), { dateStyle: "long" })}
        </Fact>
      </dl>
      {person.profile_data !== undefined && Object.keys(person.profile_data).length > 0 && <Fields person={person} />}
      <div class="buttons">
        {mayManagePerson(current.value, person) && !people.value.system.has(userId) && (
          <a class="secondary" href={`#people/${userId}`} onClick={close}>
            {t("Manage")}
          </a>
        )}
        <a class="secondary" href={hrefOf([{ operator: "sender", operand: userId }])} onClick={close}>
          {t("Messages")}
        </a>
        {isOwn ? (
          <button
            type="button"
            class="primary"
            onClick={() => {
              close();
              openDialog("own-status", {});
            }}
          >
            {t("Change your status")}
          </button>
        ) : (
          !isFormer && (
            <a class="primary" href={hrefTo({ kind: "direct", userIds: [userId] })} onClick={close}>
              <Icon name={MORE_ICONS.messageSquare} /> {t("Direct message")}
            </a>
          )
        )}
      </div>
    </Dialog>
  );
}

/** The organization's own fields, in its order. */
function Fields({ person: { profile_data: data = {} } }: { person: Person }) {
  return (
    <Loaded load={() => call("GET /realm/profile_fields")}>
      {({ custom_fields: fields }) => (
        <dl class="facts">
          {fields.flatMap(({ id, name, type, field_data }) => {
            const value = data[String(id)]?.value;
            const text = value === undefined ? "" : fieldText(type, value, field_data ?? "", nameOf);
            return text === ""
              ? []
              : [
                  <Fact key={id} name={name}>
                    {isUrl(text) ? <ProfileLink url={text} /> : text}
                  </Fact>,
                ];
          })}
        </dl>
      )}
    </Loaded>
  );
}

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

const ProfileLink = ({ url }: { url: string }) => (
  <a class="link" href={url} target="_blank" rel="noopener noreferrer">
    {url}
  </a>
);
