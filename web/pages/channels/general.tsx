import { useId } from "preact/hooks";
import { Loaded } from "../../dialogs/loaded.tsx";
import { openDialog } from "../../ui/open.ts";
import { locale, t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayAdministerChannel, mayReadChannel } from "../../state/directory-permissions.ts";
import { isOwner } from "../../state/member-permissions.ts";
import { isAdministrator } from "../../state/people.ts";
import { isAllowed } from "../../state/group-setting.ts";
import type { Channel, GroupSetting } from "../../state/registered.ts";
import { current, property } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { Icon } from "../../ui/icon.tsx";
import { nameOf } from "../../ui/names.tsx";
import { attempt, showToast } from "../../ui/toast.ts";
import { FieldList } from "../fields/field-list.tsx";
import { SavingNote, useSaving } from "../fields/saving.tsx";
import { DescriptionInput } from "./description.tsx";
import {
  DESCRIPTION_LENGTH,
  folderField,
  nameField,
  privacyField,
  retentionField,
  retentionOf,
  topicsField,
  valuesOf,
} from "./fields.ts";
import { ADMINISTRATORS_NOTE, offeredPrivacies, PRIVACIES, type Privacy, privacyOf } from "./privacy.ts";

/** What a channel is called, what it is for, and who sees it. */
export function General({ channel }: { channel: Channel }) {
  const state = current.value;
  const may = mayAdministerChannel(state, channel);
  // The reason is said once, by the first list; the others are locked without a word.
  const locked = may ? undefined : t("Only people who administer this channel can change this.");
  const privacy = privacyOf(channel);
  const mayOpen = mayReadChannel(state, channel);
  const values = { ...valuesOf(channel), privacy };
  const shared = { values, save: (name: string, value: unknown) => save(channel.stream_id, name, value) };
  return (
    <>
      <FieldList {...shared} fields={[nameField()]} locked={locked} />
      <Description channel={channel} isLocked={!may} />
      <FieldList
        {...shared}
        fields={[privacyField(offeredPrivacies(state, privacy))]}
        locked={mayOpen ? locked && "" : t("Only people who can read this channel can change who sees it.")}
      />
      <p class="hint">
        {PRIVACIES[privacy].meaning} {channel.invite_only && ADMINISTRATORS_NOTE}
      </p>
      <FieldList {...shared} fields={[folderField(channel.folder_id)]} locked={locked && ""} />
      <FieldList {...shared} fields={[topicsField()]} locked={may ? topicsLock() : ""} />
      <FieldList
        {...shared}
        fields={[retentionField(channel.message_retention_days)]}
        locked={may && isOwner(state) ? undefined : t("Only owners decide how long messages are kept.")}
      />
      <MailAddress channel={channel} />
      <Origin channel={channel} />
      {may && <Archiving channel={channel} />}
    </>
  );
}

function save(stream_id: number, name: string, value: unknown): Promise<unknown> {
  if (name === "name") return call("PATCH /streams/{stream_id}", { stream_id, new_name: String(value) });
  if (name === "message_retention_days")
    return call("PATCH /streams/{stream_id}", { stream_id, message_retention_days: retentionOf(value) as number });
  if (name !== "privacy") return call("PATCH /streams/{stream_id}", { stream_id, [name]: value });
  const { isPrivate, isWebPublic, hasSharedHistory } = PRIVACIES[value as Privacy];
  return call("PATCH /streams/{stream_id}", {
    stream_id,
    is_private: isPrivate,
    is_web_public: isWebPublic,
    history_public_to_subscribers: hasSharedHistory,
  });
}

function topicsLock(): string | undefined {
  const setting = property<GroupSetting | undefined>("realm_can_set_topics_policy_group", undefined);
  const state = current.value;
  const may = isAdministrator(state) || (setting !== undefined && isAllowed(setting, state.ownId, state.groups));
  return may ? undefined : t("Your organization limits who can set topic rules.");
}

function Description({ channel, isLocked }: { channel: Channel; isLocked: boolean }) {
  const id = useId();
  const saving = useSaving();
  const { stream_id, description } = channel;
  return (
    <div class="field-row">
      <label for={id}>
        {t("Purpose")} <SavingNote progress={saving.progress} />
      </label>
      <DescriptionInput
        id={id}
        value={description}
        maxLength={property("max_stream_description_length", DESCRIPTION_LENGTH)}
        isLocked={isLocked}
        onChange={(text) => saving.save(() => save(stream_id, "description", text))}
      />
    </div>
  );
}

function MailAddress({ channel }: { channel: Channel }) {
  if (channel.is_archived || !mayReadChannel(current.value, channel)) return null;
  return (
    <>
      <h3>{t("Email address")}</h3>
      <Loaded load={() => call("GET /streams/{stream_id}/email_address", { stream_id: channel.stream_id })}>
        {({ email }) =>
          email === "" ? (
            <p class="hint">{t("This server does not receive email, so this channel has no email address.")}</p>
          ) : (
            <p class="copy-line">
              <code>{email}</code>
              <button type="button" class="secondary" onClick={() => void copyText(email, t("Address copied."))}>
                <Icon name="copy" /> {t("Copy")}
              </button>
            </p>
          )
        }
      </Loaded>
    </>
  );
}

function Origin({ channel: { creator_id, date_created, stream_id } }: { channel: Channel }) {
  const date = new Date(date_created * 1000).toLocaleDateString(locale(), { dateStyle: "long" });
  return (
    <p class="hint">
      {creator_id === null
        ? t("Created on {date}.", { date })
        : t("Created by {person} on {date}.", { person: nameOf(creator_id), date })}{" "}
      {t("Its ID is {id}.", { id: stream_id })}
    </p>
  );
}

function Archiving({ channel: { stream_id, name, is_archived } }: { channel: Channel }) {
  if (is_archived)
    return (
      <div class="last-actions">
        <button type="button" class="secondary" onClick={() => void unarchive(stream_id, name)}>
          {t("Unarchive this channel")}
        </button>
      </div>
    );
  const archive = () =>
    openDialog("confirm", {
      title: t("Archive #{channel}?", { channel: name }),
      text: t("No one will be able to write in it. Its messages stay, and it can be unarchived."),
      action: tc("verb", "Archive"),
      run: () => call("DELETE /streams/{stream_id}", { stream_id }),
    });
  return (
    <div class="last-actions">
      <button type="button" class="secondary danger" onClick={archive}>
        <Icon name="archive" /> {t("Archive this channel…")}
      </button>
    </div>
  );
}

async function unarchive(stream_id: number, name: string): Promise<void> {
  const isDone = await attempt(() => call("PATCH /streams/{stream_id}", { stream_id, is_archived: false }));
  if (isDone) showToast(t("#{channel} is back.", { channel: name }));
}
