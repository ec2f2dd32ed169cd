import { useMemo } from "preact/hooks";
import { t } from "../../language/text.ts";
import { mayWriteTo } from "../../state/directory-permissions.ts";
import { allMembers } from "../../state/group-members.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog, useClose } from "../../ui/dialog.tsx";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { GuestMark } from "../../ui/names.tsx";
import { type Dialogs, openDialog } from "../../ui/open.ts";
import { PresenceDot } from "../../ui/presence-dot.tsx";
import { hrefTo } from "../../ui/route.ts";
import { Several } from "./belonging.tsx";

/** More people than these have a channel: a conversation of them has their IDs in its address. */
const MAX_RECIPIENTS = 100;

/** What a group is for, and who is in it. */
export function GroupCard({ groupId, at }: Dialogs["group-card"]) {
  const close = useClose();
  const { groups, ownId } = current.value;
  const group = groups.get(groupId);
  const { active } = people.value;
  const members = useMemo(
    () => allMembers(groups, groupId).flatMap((id) => active.get(id) ?? []),
    [groups, groupId, active],
  );
  if (group === undefined) {
    return (
      <Dialog title={t("Unknown group")} at={at}>
        <p>{t("There is no such group.")}</p>
      </Dialog>
    );
  }
  const others = members.map(({ user_id }) => user_id).filter((id) => id !== ownId);
  const mayWrite = others.length > 0 && others.length <= MAX_RECIPIENTS && mayWriteTo(current.value, others);
  const openMember = (userId: number) => {
    close();
    openDialog("person-card", { userId, at });
  };
  return (
    <Dialog title={groupName(group)} at={at}>
      <p dir="auto">
        {group.is_system_group ? t("Maintained by the server according to people’s roles") : group.description}
      </p>
      <div class="buttons">
        {mayWrite && (
          <a class="primary" href={hrefTo({ kind: "direct", userIds: others })} onClick={close}>
            <Icon name={MORE_ICONS.messageSquare} /> {t("Message the group")}
          </a>
        )}
        <a class="secondary" href={`#groups/${groupId}`} onClick={close}>
          {t("Open the group")}
        </a>
      </div>
      <Several
        name={t("Members")}
        all={members}
        item={({ user_id: id, full_name: name }) => (
          <button type="button" class="entry" onClick={() => openMember(id)}>
            <PresenceDot userId={id} />
            <Avatar userId={id} class="small" />
            <span class="name">
              {name}
              <GuestMark userId={id} />
            </span>
          </button>
        )}
      />
    </Dialog>
  );
}
