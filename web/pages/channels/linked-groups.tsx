import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayAddSubscribers, mayAdministerChannel } from "../../state/directory-permissions.ts";
import type { Channel, Group } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { attempt, showToast } from "../../ui/toast.ts";
import { type PickChoice, PickInput } from "../fields/pick-input.tsx";

/** The groups whose members are subscribed to a channel, and ways to change them. */
export function LinkedGroups({ channel }: { channel: Channel }) {
  const state = current.value;
  const { subscribed_groups: linked = [] } = channel;
  const mayUnlink = mayAdministerChannel(state, channel);
  const mayLink = mayUnlink && mayAddSubscribers(state, channel);
  if (linked.length === 0 && !mayLink) return null;
  return (
    <>
      <h3>{t("Groups whose members are subscribed")}</h3>
      <p class="hint">
        {t(
          "Whoever comes into one of these groups is subscribed. Those who manage the group then decide who reads this channel.",
        )}
      </p>
      {linked.length > 0 && (
        <ul class="group-tree" aria-label={t("Groups whose members are subscribed")}>
          {linked.map((id) => (
            <LinkedGroup key={id} channel={channel} group={state.groups.get(id)} mayUnlink={mayUnlink} />
          ))}
        </ul>
      )}
      {mayLink && (
        <div class="field-row adding">
          <span class="label">{t("Subscribe a group")}</span>
          <PickInput
            label={t("Subscribe a group")}
            placeholder={t("Name of a group")}
            choices={() => choicesFor(linked)}
            onPick={(key) => void link(channel, Number(key))}
          />
        </div>
      )}
      <h3>{t("Everyone in it")}</h3>
    </>
  );
}

interface LinkedGroupProps {
  readonly channel: Channel;
  readonly group: Group | undefined;
  readonly mayUnlink: boolean;
}

function LinkedGroup({ channel, group, mayUnlink }: LinkedGroupProps) {
  const name = groupName(group);
  return (
    <li>
      <div class="node">
        <Icon name="users" />
        {group === undefined ? name : <a href={`#groups/${group.id}`}>{name}</a>}
        {mayUnlink && group !== undefined && (
          <button
            type="button"
            class="icon-button"
            aria-label={t("Remove {group}", { group: name })}
            title={t("Remove")}
            onClick={() => void unlink(channel, group.id)}
          >
            <Icon name="x" />
          </button>
        )}
      </div>
    </li>
  );
}

const UNLINKABLE: ReadonlySet<string> = new Set(["role:nobody", "role:internet"]);

const choicesFor = (linked: readonly number[]): readonly PickChoice[] =>
  [...current.value.groups.values()]
    .filter(({ id, name, deactivated }) => !deactivated && !UNLINKABLE.has(name) && !linked.includes(id))
    .map((group) => ({ key: String(group.id), name: groupName(group) }));

const change = ({ stream_id, subscribed_groups: old = [] }: Channel, groups: readonly number[]): Promise<boolean> =>
  attempt(() =>
    call("PATCH /streams/{stream_id}", { stream_id, subscribed_groups: { new: [...groups], old: [...old] } }),
  );

async function link(channel: Channel, groupId: number): Promise<void> {
  const isDone = await change(channel, [...(channel.subscribed_groups ?? []), groupId]);
  if (isDone) showToast(t("Its members are being subscribed."));
}

async function unlink(channel: Channel, groupId: number): Promise<void> {
  const left = (channel.subscribed_groups ?? []).filter((id) => id !== groupId);
  if (await change(channel, left)) showToast(t("Its members stay subscribed."));
}
