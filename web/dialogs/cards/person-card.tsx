import { muteUser, unmuteUser } from "../../calls/people-calls.ts";
import { t } from "../../language/text.ts";
import { mayManagePerson, mayWriteTo } from "../../state/directory-permissions.ts";
import { personOf } from "../../state/people.ts";
import { current, people } from "../../store.ts";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { shownName } from "../../ui/names.tsx";
import { type Dialogs, openDialog } from "../../ui/open.ts";
import { hrefTo } from "../../ui/route.ts";
import { ChannelsOf, GroupsOf } from "./belonging.tsx";
import { LocalTime, PersonHead } from "./person-head.tsx";

/** Who somebody is, and what one does most often with them, beside their name. */
export function PersonCard({ userId, at }: Dialogs["person-card"]) {
  const person = personOf(people.value, userId);
  if (person === undefined) {
    return (
      <Dialog title={t("Profile")} at={at}>
        <p>{t("You cannot see this person’s profile.")}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={shownName(userId)} at={at}>
      <PersonHead person={person} />
      <dl class="facts">
        <LocalTime person={person} />
      </dl>
      <Actions userId={userId} />
      {people.value.active.has(userId) && <ChannelsOf userId={userId} />}
      <GroupsOf userId={userId} at={at} />
    </Dialog>
  );
}

function Actions({ userId }: { readonly userId: number }) {
  const close = useClose();
  const person = personOf(people.value, userId);
  const isActive = !people.value.former.has(userId);
  const isOwn = userId === current.value.ownId;
  const isMuted = current.value.personal.mutedUsers.has(userId);
  return (
    <div class="buttons">
      {!isOwn && isActive && mayWriteTo(current.value, [userId]) && (
        <a class="primary" href={hrefTo({ kind: "direct", userIds: [userId] })} onClick={close}>
          <Icon name={MORE_ICONS.messageSquare} /> {t("Direct message")}
        </a>
      )}
      {isOwn && (
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
      )}
      <button
        type="button"
        class="secondary"
        onClick={() => {
          close();
          openDialog("profile", { userId });
        }}
      >
        {t("Profile")}
      </button>
      {!isOwn && (
        <button type="button" class="secondary" onClick={() => void (isMuted ? unmuteUser(userId) : muteUser(userId))}>
          {isMuted ? t("Unmute") : t("Mute")}
        </button>
      )}
      {person !== undefined && mayManagePerson(current.value, person) && !people.value.system.has(userId) && (
        <a class="secondary" href={`#people/${userId}`} onClick={close}>
          {t("Manage")}
        </a>
      )}
    </div>
  );
}
