import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayAdministerChannel } from "../../state/directory-permissions.ts";
import { isAdministrator } from "../../state/people.ts";
import { isAllowed } from "../../state/group-setting.ts";
import type { Channel, GroupSetting } from "../../state/registered.ts";
import { current, property } from "../../store.ts";
import { FieldList } from "../fields/field-list.tsx";
import { PERMISSIONS, valuesOf } from "./fields.ts";

/** Who may do what in a channel. */
export function ChannelPermissions({ channel }: { channel: Channel }) {
  const locked = mayAdministerChannel(current.value, channel)
    ? undefined
    : t("Only people who administer this channel can change this.");
  const shared = {
    values: valuesOf(channel),
    save: (name: string, value: unknown, before: unknown) =>
      call("PATCH /streams/{stream_id}", { stream_id: channel.stream_id, [name]: { new: value, old: before } }),
  };
  return (
    <>
      <h3>{t("Messages and topics")}</h3>
      <FieldList {...shared} fields={PERMISSIONS.posting} locked={locked} />
      <h3>{t("Joins, departures and settings")}</h3>
      <FieldList {...shared} fields={PERMISSIONS.access} locked={locked} />
      <h3>{t("Deleting messages")}</h3>
      <FieldList {...shared} fields={PERMISSIONS.deleting} locked={locked ?? deletionLock()} />
    </>
  );
}

function deletionLock(): string | undefined {
  const setting = property<GroupSetting | undefined>("realm_can_set_delete_message_policy_group", undefined);
  const state = current.value;
  const may = isAdministrator(state) || (setting !== undefined && isAllowed(setting, state.ownId, state.groups));
  return may ? undefined : t("Your organization limits who can set rules for deleting messages.");
}
