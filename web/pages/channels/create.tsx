import { useComputed, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { mayCreateAnyChannel } from "../../state/member-permissions.ts";
import { isAdministrator } from "../../state/people.ts";
import type { State } from "../../state/state.ts";
import { current, property } from "../../store.ts";
import { go, hrefToChannel } from "../../ui/route.ts";
import { CreateForm } from "../fields/create-form.tsx";
import { DraftList } from "../fields/draft-list.tsx";
import type { Field, Values } from "../fields/field.ts";
import { ChosenPeople } from "../lists/people-pick.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { DescriptionInput } from "./description.tsx";
import {
  DESCRIPTION_LENGTH,
  folderField,
  INITIAL_PERMISSIONS,
  nameField,
  privacyField,
  topicsField,
} from "./fields.ts";
import { ADMINISTRATORS_NOTE, offeredPrivacies, PRIVACIES, type Privacy } from "./privacy.ts";

/** A form for a new channel. */
export function CreateChannel() {
  const above = { name: t("Channels"), href: "#channels" };
  return (
    <PlainPage icon="hash" above={above} title={t("New channel")}>
      {mayCreateAnyChannel(current.value) ? (
        <Form />
      ) : (
        <p>{t("Your organization limits who can create channels. Ask an administrator.")}</p>
      )}
    </PlainPage>
  );
}

function Form() {
  const state = current.value;
  const descriptionId = useId();
  const subscribersId = useId();
  const draft = useSignal<Values>(useComputed(() => initialDraft(current.peek())).peek());
  const subscribers = useSignal<readonly number[]>([state.ownId]);
  const set = (name: string, value: unknown) => (draft.value = { ...draft.value, [name]: value });
  const list = (fields: readonly Field[]) => <DraftList fields={fields} values={draft.value} onChange={set} />;
  const privacy = draft.value["privacy"] as Privacy;
  return (
    <CreateForm action={t("Create")} back="#channels" run={() => create(draft.value, subscribers.value)}>
      {list([nameField()])}
      <div class="field-row">
        <label for={descriptionId}>{t("Purpose")}</label>
        <DescriptionInput
          id={descriptionId}
          value={String(draft.value["description"])}
          maxLength={property("max_stream_description_length", DESCRIPTION_LENGTH)}
          onChange={(text) => set("description", text)}
        />
      </div>
      {list([privacyField(offeredPrivacies(state))])}
      <p class="hint">
        {PRIVACIES[privacy].meaning} {PRIVACIES[privacy].isPrivate && ADMINISTRATORS_NOTE}
      </p>
      {list([folderField(null)])}
      <div class="field-row">
        <label for={subscribersId}>{t("Initial members")}</label>
        <ChosenPeople
          id={subscribersId}
          label={t("Initial members")}
          chosen={subscribers.value}
          onChange={(chosen) => (subscribers.value = chosen)}
        />
      </div>
      {list(extraFields(state, privacy))}
      <details>
        <summary>{t("Permissions and topics")}</summary>
        <div class="fields">{list([...INITIAL_PERMISSIONS, topicsField()])}</div>
      </details>
    </CreateForm>
  );
}

/** The group of a role, by its name on the server. */
const roleGroup = (state: State, name: string): number =>
  [...state.groups.values()].find((group) => group.name === name)?.id ?? 0;

function initialDraft(state: State): Values {
  const offered = offeredPrivacies(state);
  return {
    name: "",
    description: "",
    privacy: offered.includes("public") ? "public" : (offered[0] ?? "public"),
    folder_id: null,
    topics_policy: "inherit",
    announce: hasAnnouncements(),
    is_default_stream: false,
    can_send_message_group: roleGroup(state, "role:everyone"),
    can_administer_channel_group: { direct_members: [state.ownId], direct_subgroups: [] },
    can_add_subscribers_group: roleGroup(state, "role:nobody"),
  };
}

const hasAnnouncements = (): boolean => property("realm_new_stream_announcements_stream_id", -1) >= 0;

function extraFields(state: State, privacy: Privacy): readonly Field[] {
  const { isPrivate } = PRIVACIES[privacy];
  return [
    ...(hasAnnouncements() && !isPrivate
      ? [{ kind: "toggle", name: "announce", label: t("Announce the new channel") } as const]
      : []),
    ...(isAdministrator(state) && !isPrivate
      ? [{ kind: "toggle", name: "is_default_stream", label: t("New people are subscribed to it") } as const]
      : []),
  ];
}

async function create(draft: Values, subscribers: readonly number[]): Promise<void> {
  const { privacy, name, announce, is_default_stream, folder_id, topics_policy, ...others } = draft;
  const { isPrivate, isWebPublic, hasSharedHistory } = PRIVACIES[privacy as Privacy];
  const { id } = await call("POST /channels/create", {
    ...others,
    name: String(name).trim(),
    subscribers: [...subscribers],
    invite_only: isPrivate,
    is_web_public: isWebPublic,
    history_public_to_subscribers: hasSharedHistory,
    announce: announce === true && !isPrivate,
    is_default_stream: is_default_stream === true && !isPrivate,
    ...(folder_id !== null && { folder_id: folder_id as number }),
    ...(topics_policy !== "inherit" && { topics_policy: topics_policy as "allow_empty_topic" }),
  });
  go(subscribers.includes(current.value.ownId) ? hrefToChannel(id) : `#channels/${id}`);
}
