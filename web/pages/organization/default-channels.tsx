import { useSignal } from "@preact/signals";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { ownRole, ROLES } from "../../state/people.ts";
import type { DefaultGroup } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { channelName } from "../../ui/names.tsx";
import { attempt } from "../../ui/toast.ts";
import { openDialog } from "../../ui/open.ts";
import { InlineForm, TextField } from "../inline-form.tsx";
import { ChannelChips } from "./channel-chips.tsx";
import { administratorsOnly } from "./settings.tsx";
import { emptyAfter } from "../fields/saving.tsx";

/** The channels that new people are in from the start. */
export function DefaultChannels() {
  const { defaultChannels, defaultGroups } = current.value.definitions;
  const locked = administratorsOnly();
  if (ownRole(current.value) === ROLES.guest)
    return <p class="hint">{t("Guests are not subscribed to default channels.")}</p>;
  const isOpen = locked === undefined;
  return (
    <>
      <p class="hint">{t("New members are subscribed to these channels. Guests are not.")}</p>
      {locked !== undefined && <p class="hint">{locked}</p>}
      {defaultChannels.length === 0 && <p class="hint">{t("No default channels.")}</p>}
      <ChannelChips
        label={t("Default channels")}
        ids={defaultChannels}
        onAdd={isOpen ? (id) => void attempt(() => call("POST /default_streams", { stream_id: id })) : undefined}
        onRemove={isOpen ? (id) => void attempt(() => call("DELETE /default_streams", { stream_id: id })) : undefined}
      />
      <h3>{t("Channel groups")}</h3>
      <p class="hint">{t("New people can choose all channels of a group together.")}</p>
      {defaultGroups.map((group) => (
        <Group key={group.id} group={group} isOpen={isOpen} />
      ))}
      {isOpen && <NewGroup />}
    </>
  );
}

function Group({ group, isOpen }: { readonly group: DefaultGroup; readonly isOpen: boolean }) {
  const { id, name, description, streams } = group;
  const isEdited = useSignal(false);
  const change = (op: "add" | "remove", channelId: number) =>
    void attempt(() =>
      call("PATCH /default_stream_groups/{group_id}/streams", {
        group_id: id,
        op,
        stream_names: [channelName(channelId)],
      }),
    );
  const remove = () =>
    openDialog("confirm", {
      title: t("Remove {name}?", { name }),
      text: t("Its channels stay as they are."),
      action: t("Remove"),
      run: () => call("DELETE /default_stream_groups/{group_id}", { group_id: id }),
    });
  return (
    <section class="org-card" aria-label={name}>
      {isEdited.value ? (
        <GroupTexts group={group} onDone={() => (isEdited.value = false)} />
      ) : (
        <>
          <h4 dir="auto">{name}</h4>
          <p class="hint" dir="auto">
            {description}
          </p>
        </>
      )}
      <ChannelChips
        label={t("{group}’s channels", { group: name })}
        ids={streams}
        onAdd={isOpen ? (channelId) => change("add", channelId) : undefined}
        onRemove={isOpen ? (channelId) => change("remove", channelId) : undefined}
      />
      {isOpen && !isEdited.value && (
        <div class="form-line">
          <button type="button" class="secondary" onClick={() => (isEdited.value = true)}>
            {t("Change the name")}
          </button>
          <button type="button" class="secondary" onClick={remove}>
            {t("Remove group")}
          </button>
        </div>
      )}
    </section>
  );
}

function GroupTexts({ group, onDone }: { readonly group: DefaultGroup; readonly onDone: () => void }) {
  const name = useSignal(group.name);
  const description = useSignal(group.description);
  const save = async () => {
    await call("PATCH /default_stream_groups/{group_id}", {
      group_id: group.id,
      new_group_name: name.value.trim(),
      new_description: description.value.trim(),
    });
    onDone();
  };
  return (
    <InlineForm action={t("Save")} isReady={name.value.trim() !== ""} run={save}>
      <TextField label={t("Name")} value={name} maxLength={60} />
      <TextField label={t("Description")} value={description} maxLength={1024} />
    </InlineForm>
  );
}

function NewGroup() {
  const name = useSignal("");
  const description = useSignal("");
  const ids = useSignal<readonly number[]>([]);
  const add = async () => {
    const sent = ids.value;
    await emptyAfter([name, description], () =>
      call("POST /default_stream_groups/create", {
        group_name: name.value.trim(),
        description: description.value.trim(),
        stream_names: sent.map(channelName),
      }),
    );
    if (ids.value === sent) ids.value = [];
  };
  return (
    <InlineForm action={t("Add group")} isReady={name.value.trim() !== ""} run={add}>
      <TextField label={t("Name of the new group")} value={name} maxLength={60} />
      <TextField label={t("Description")} value={description} maxLength={1024} />
      <ChannelChips
        label={t("Channels in the new group")}
        ids={ids.value}
        onAdd={(id) => (ids.value = [...ids.value, id])}
        onRemove={(id) => (ids.value = ids.value.filter((other) => other !== id))}
      />
    </InlineForm>
  );
}
