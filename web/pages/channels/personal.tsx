import { openDialog } from "../../ui/open.ts";
import { t, tc } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import type { Channel } from "../../state/registered.ts";
import { channels, setting } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import type { Field, Values } from "../fields/field.ts";
import { FieldList } from "../fields/field-list.tsx";

const SHOWN: readonly Field[] = [
  { kind: "toggle", name: "pin_to_top", label: t("Pin it to the top of your channels") },
  {
    kind: "toggle",
    name: "is_muted",
    label: t("Mute"),
    hint: t("It stays in your sidebar, dimmed, and notifies you only of mentions."),
  },
];

/** Notifications that a channel can have its own rule for, and the setting that holds elsewhere. */
const NOTIFICATIONS = [
  { name: "desktop_notifications", general: "enable_stream_desktop_notifications", label: t("Desktop") },
  { name: "audible_notifications", general: "enable_stream_audible_notifications", label: t("Play a sound") },
  { name: "push_notifications", general: "enable_stream_push_notifications", label: t("Phone") },
  { name: "email_notifications", general: "enable_stream_email_notifications", label: t("By email") },
  {
    name: "wildcard_mentions_notify",
    general: "wildcard_mentions_notify",
    label: t("Mentions of everyone"),
  },
] as const;

/** The server keeps a rule of its own once there is one, so that the general one is offered only before that. */
const notificationFields = (values: Values): readonly Field[] =>
  NOTIFICATIONS.map(({ name, general, label }) => ({
    kind: "choice",
    name,
    label,
    options: [
      ...(values[name] === null
        ? [
            {
              value: null,
              label: setting(general, false) ? t("Your default (on)") : t("Your default (off)"),
            },
          ]
        : []),
      { value: "on", label: tc("setting", "On") },
      { value: "off", label: tc("setting", "Off") },
    ],
  }));

const wordOf = (value: unknown): unknown => (typeof value === "boolean" ? (value ? "on" : "off") : value);

/** How the user sees a channel and hears of it. Nobody else notices. */
export function Personal({ channel: { stream_id } }: { channel: Channel }) {
  const subscription = channels.value.subscribed.get(stream_id);
  if (subscription === undefined) return null;
  const values: Values = { ...subscription };
  const rules = Object.fromEntries(NOTIFICATIONS.map(({ name }) => [name, wordOf(values[name])]));
  const save = (property: string, value: unknown) =>
    call("POST /users/me/subscriptions/properties", {
      subscription_data: [
        { stream_id, property, value: value === "on" ? true : value === "off" ? false : (value as boolean) },
      ],
    });
  return (
    <>
      <p class="hint">{t("Only you can see this.")}</p>
      <h3>{t("In your sidebar")}</h3>
      <FieldList fields={SHOWN} values={values} save={save} />
      <p class="last-actions">
        <button type="button" class="secondary" onClick={() => openDialog("channel-color", { channelId: stream_id })}>
          <Icon name={MORE_ICONS.palette} /> {t("Choose a color…")}
        </button>
      </p>
      <h3>{t("Notifications for every message")}</h3>
      <FieldList fields={notificationFields(values)} values={rules} save={save} />
    </>
  );
}
