import { t } from "../../language/text.ts";
import { allMembers } from "../../state/group-members.ts";
import { current } from "../../store.ts";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { PAGE_ICONS } from "../icons.ts";
import { PlainPage, Tabs } from "../lists/plain-page.tsx";
import { JoinButton } from "./join-button.tsx";
import { Members } from "./members.tsx";
import { GroupSettings } from "./settings.tsx";

/** Everything about one group. */
export function GroupPage({ groupId, tab }: { groupId: number; tab: string }) {
  const group = current.value.groups.get(groupId);
  const above = { name: t("Groups"), href: "#groups" };
  if (group === undefined)
    return (
      <PlainPage icon={PAGE_ICONS.usersGroup} above={above} title={t("Unknown group")}>
        <p>{t("There is no such group.")}</p>
      </PlainPage>
    );
  const open = tab === "settings" ? "settings" : "members";
  const tabs = [
    { path: "members", name: t("Members"), count: allMembers(current.value.groups, groupId).length },
    { path: "settings", name: t("Settings") },
  ];
  return (
    <PlainPage icon={PAGE_ICONS.usersGroup} above={above} title={groupName(group)}>
      <div class="card-head">
        <Icon name="users" />
        <div class="row-text">
          <h2 dir="auto">{groupName(group)}</h2>
          <p class="hint" dir="auto">
            {group.is_system_group ? t("Maintained by the server according to people’s roles") : group.description}
          </p>
        </div>
        {group.is_managed === true && <span class="tag">{t("Managed by a directory")}</span>}
        {group.deactivated && <span class="tag">{t("Deactivated")}</span>}
        <JoinButton group={group} />
      </div>
      <Tabs label={t("About this group")} tabs={tabs} open={open} base={`#groups/${groupId}`} />
      {open === "settings" ? <GroupSettings group={group} /> : <Members group={group} />}
    </PlainPage>
  );
}
