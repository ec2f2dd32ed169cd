import { openDialog } from "../../ui/open.ts";
import { locale, t } from "../../language/text.ts";
import { call, Refusal } from "../../link/http.ts";
import { mayManageGroup } from "../../state/directory-permissions.ts";
import type { Group } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { groupNameOf } from "../../ui/group-names.ts";
import { channelName, nameOf } from "../../ui/names.tsx";
import { attempt } from "../../ui/toast.ts";
import type { Field } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";
import { GROUP_PERMISSIONS, TEXTS } from "./fields.ts";

/** Name, permissions, and an end to a group. */
export function GroupSettings({ group }: { group: Group }) {
  const { id: user_group_id } = group;
  if (group.is_system_group) return <SystemGroup group={group} />;
  const isManaged = group.is_managed === true;
  const may = mayManageGroup(current.value, group);
  const locked = may ? undefined : t("Only people who manage this group can change this.");
  return (
    <>
      {isManaged && <p class="hint">{t("A directory manages the name and the members of this group.")}</p>}
      <FieldList
        fields={isManaged ? TEXTS.filter(({ name }) => name !== "name") : TEXTS}
        values={{ ...group }}
        save={(name, value) => call("PATCH /user_groups/{user_group_id}", { user_group_id, [name]: value })}
        locked={locked}
      />
      <h3>{t("Permissions")}</h3>
      <FieldList
        fields={GROUP_PERMISSIONS}
        values={{ ...group }}
        save={(name, value, before) =>
          call("PATCH /user_groups/{user_group_id}", { user_group_id, [name]: { new: value, old: before } })
        }
        locked={locked && ""}
      />
      <Origin group={group} />
      {may && !isManaged && <EndOfUse group={group} />}
    </>
  );
}

const MENTION = GROUP_PERMISSIONS.filter(({ name }): boolean => name === "can_mention_group") as readonly Field[];

function SystemGroup({ group }: { group: Group }) {
  return (
    <FieldList
      fields={MENTION}
      values={{ ...group }}
      save={() => Promise.resolve()}
      locked={t("This group is maintained by the server and cannot be changed.")}
    />
  );
}

function Origin({ group: { creator_id, date_created } }: { group: Group }) {
  if (date_created === null) return null;
  const date = new Date(date_created * 1000).toLocaleDateString(locale(), { dateStyle: "long" });
  return (
    <p class="hint">
      {creator_id === null
        ? t("Created on {date}.", { date })
        : t("Created by {person} on {date}.", { person: nameOf(creator_id), date })}
    </p>
  );
}

function EndOfUse({ group: { id: user_group_id, name, deactivated } }: { group: Group }) {
  if (deactivated)
    return (
      <div class="last-actions">
        <button
          type="button"
          class="secondary"
          onClick={() =>
            void attempt(() => call("PATCH /user_groups/{user_group_id}", { user_group_id, deactivated: false }))
          }
        >
          {t("Reactivate this group")}
        </button>
      </div>
    );
  const deactivate = () =>
    openDialog("confirm", {
      title: t("Deactivate {group}?", { group: name }),
      text: t("It can no longer be mentioned or selected. It can be reactivated."),
      action: t("Deactivate"),
      run: () => deactivateGroup(user_group_id),
    });
  return (
    <div class="last-actions">
      <button type="button" class="secondary danger" onClick={deactivate}>
        {t("Deactivate this group…")}
      </button>
    </div>
  );
}

interface Blocker {
  readonly type: string;
  readonly supergroup_ids?: readonly number[];
  readonly channel_id?: number;
  readonly group_id?: number;
}

/** A refusal says where the group is still used. */
async function deactivateGroup(user_group_id: number): Promise<void> {
  try {
    await call("POST /user_groups/{user_group_id}/deactivate", { user_group_id });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "CANNOT_DEACTIVATE_GROUP_IN_USE") throw error;
    const uses = ((error.body["objections"] ?? []) as readonly Blocker[]).flatMap(useInWords);
    throw new Refusal(error.status, {
      ...error.body,
      msg: t("It is still used by {uses}.", { uses: new Intl.ListFormat(locale()).format(uses) }),
    });
  }
}

function useInWords({ type, supergroup_ids = [], channel_id, group_id }: Blocker): readonly string[] {
  switch (type) {
    case "subgroup":
      return supergroup_ids.map((id) => t("the group {name}", { name: groupNameOf(id) }));
    case "channel":
      return [channel_id === undefined ? t("a channel you cannot see") : `#${channelName(channel_id)}`];
    case "user_group":
      return group_id === undefined ? [] : [t("{name}’s settings", { name: groupNameOf(group_id) })];
    default:
      return [t("the organization’s settings")];
  }
}
