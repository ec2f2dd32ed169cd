import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import {
  mayAddMembers,
  mayAddSubscribers,
  mayRemoveMembers,
  mayRemoveSubscribers,
} from "../../state/directory-permissions.ts";
import type { Channel, Group } from "../../state/registered.ts";
import { channels, current } from "../../store.ts";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark } from "../../ui/names.tsx";
import { hrefToChannel } from "../../ui/route.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { PickInput } from "../fields/pick-input.tsx";
import { editMembers } from "../groups/join-button.tsx";
import { Live } from "../live.tsx";

/** The channels that somebody is in, of those that the reader may know of, and ways to change that. */
export function ChannelsOfPerson({ userId }: { readonly userId: number }) {
  return (
    <>
      <h3>{t("Channels")}</h3>
      <Live load={() => call("GET /users/{user_id}/channels", { user_id: userId })} after={["subscription"]}>
        {({ subscribed_channel_ids: ids }) => <ChannelList userId={userId} ids={ids} />}
      </Live>
    </>
  );
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => a.name.localeCompare(b.name);

function ChannelList({ userId, ids }: { readonly userId: number; readonly ids: readonly number[] }) {
  const there = new Set(ids);
  const known = [...channels.value.known.values()].filter(({ is_archived }) => !is_archived).sort(byName);
  const own = known.filter(({ stream_id: id }) => there.has(id));
  const offered = known.filter((channel) => !there.has(channel.stream_id) && mayAddSubscribers(current.value, channel));
  const change = async ({ name }: Channel, isMember: boolean) => {
    const principals = [userId];
    const isDone = await attempt(() =>
      isMember
        ? call("POST /users/me/subscriptions", { subscriptions: [{ name }], principals })
        : call("DELETE /users/me/subscriptions", { subscriptions: [name], principals }),
    );
    if (isDone)
      showToast(
        isMember ? t("Added to #{channel}.", { channel: name }) : t("Removed from #{channel}.", { channel: name }),
      );
  };
  return (
    <>
      <ul class="chips" aria-label={t("Channels")}>
        {own.map((channel) => (
          <li key={channel.stream_id} class="chip">
            <ChannelMark channelId={channel.stream_id} /> <a href={hrefToChannel(channel.stream_id)}>{channel.name}</a>
            {mayRemoveSubscribers(current.value, channel) && (
              <RemoveButton name={`#${channel.name}`} run={() => void change(channel, false)} />
            )}
          </li>
        ))}
      </ul>
      {own.length === 0 && <p class="hint">{t("No channels.")}</p>}
      {offered.length > 0 && (
        <PickInput
          label={t("Add to a channel")}
          placeholder={t("Add to a channel")}
          choices={() => offered.map(({ stream_id, name }) => ({ key: `${stream_id}`, name }))}
          onPick={(key) => {
            const channel = channels.value.known.get(Number(key));
            if (channel !== undefined) void change(channel, true);
          }}
        />
      )}
    </>
  );
}

/** The groups that somebody is in directly, those of the server aside. */
export function GroupsOfPerson({ userId }: { readonly userId: number }) {
  const open = [...current.value.groups.values()].filter(
    ({ deactivated, is_system_group }) => !deactivated && !is_system_group,
  );
  const isIn = ({ members }: Group) => members.includes(userId);
  const own = open.filter(isIn).sort(byName);
  const offered = open.filter((group) => !isIn(group) && mayAddMembers(current.value, group));
  return (
    <>
      <h3>{t("Groups")}</h3>
      <ul class="chips" aria-label={t("Groups")}>
        {own.map((group) => (
          <li key={group.id} class="chip">
            <Icon name="users" /> <a href={`#groups/${group.id}`}>{groupName(group)}</a>
            {mayRemoveMembers(current.value, group) && (
              <RemoveButton name={groupName(group)} run={() => void editMembers(group.id, { delete: [userId] })} />
            )}
          </li>
        ))}
      </ul>
      {own.length === 0 && <p class="hint">{t("No groups.")}</p>}
      {offered.length > 0 && (
        <PickInput
          label={t("Add to a group")}
          placeholder={t("Add to a group")}
          choices={() => offered.map((group) => ({ key: `${group.id}`, name: groupName(group) }))}
          onPick={(key) => void editMembers(Number(key), { add: [userId] })}
        />
      )}
    </>
  );
}

function RemoveButton({ name, run }: { readonly name: string; readonly run: () => void }) {
  const label = t("Remove {name}", { name });
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={run}>
      <Icon name="x" />
    </button>
  );
}
