import { useSignal } from "@preact/signals";
import { t, tc } from "../../../language/text.ts";
import { setChannelProperty } from "../../../calls/channel-calls.ts";
import { call } from "../../../link/http.ts";
import type { Subscription } from "../../../state/registered.ts";
import { POLICY } from "../../../state/user-topics.ts";
import { channels, current, setting } from "../../../store.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ChannelMark, channelName, topicName } from "../../../ui/names.tsx";
import { hrefTo } from "../../../ui/route.ts";
import { attempt } from "../../../ui/toast.ts";
import { Switch } from "../../fields/switch.tsx";
import { PickInput } from "../../fields/pick-input.tsx";

/** A channel's own setting, and the one that holds where the channel has none. */
const COLUMNS = [
  { own: "desktop_notifications", general: "enable_stream_desktop_notifications", name: () => t("Desktop") },
  { own: "audible_notifications", general: "enable_stream_audible_notifications", name: () => t("Sound") },
  { own: "push_notifications", general: "enable_stream_push_notifications", name: () => t("Push") },
  { own: "email_notifications", general: "enable_stream_email_notifications", name: () => t("Email") },
  { own: "wildcard_mentions_notify", general: "wildcard_mentions_notify", name: () => t("Mentions of everyone") },
] as const;

const ownValue = (subscription: Subscription, name: string): boolean | null =>
  ((subscription as unknown as Readonly<Record<string, unknown>>)[name] as boolean | null | undefined) ?? null;

/** Channels and topics that are announced otherwise than the rest. */
export function Overrides() {
  const added = useSignal<readonly number[]>([]);
  const all = [...channels.value.subscribed.values()].sort((a, b) => a.name.localeCompare(b.name));
  const differs = (subscription: Subscription) =>
    subscription.is_muted ||
    COLUMNS.some(
      ({ own, general }) => (ownValue(subscription, own) ?? setting(general, false)) !== setting(general, false),
    );
  const shown = all.filter((channel) => differs(channel) || added.value.includes(channel.stream_id));
  return (
    <>
      <h3>{t("Channels")}</h3>
      <PickInput
        label={t("Choose a channel")}
        placeholder={t("Choose a channel to customize")}
        choices={() =>
          all
            .filter((channel) => !shown.includes(channel))
            .map(({ stream_id, name }) => ({ key: String(stream_id), name }))
        }
        onPick={(key) => (added.value = [...added.value, Number(key)])}
      />
      {shown.length === 0 ? (
        <p class="hint">{t("All channels follow your choices under “Notifications”.")}</p>
      ) : (
        <ChannelTable shown={shown} />
      )}
      <h3>{t("Topics")}</h3>
      <TopicPolicies />
    </>
  );
}

function ChannelTable({ shown }: { readonly shown: readonly Subscription[] }) {
  return (
    <div class="table-scroll">
      <table class="ways stacked">
        <thead>
          <tr>
            <th scope="col">{t("Channel")}</th>
            {COLUMNS.map(({ own, name }) => (
              <th key={own} scope="col">
                {name()}
              </th>
            ))}
            <th scope="col">{tc("topic", "Muted")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((subscription) => (
            <tr key={subscription.stream_id}>
              <th scope="row">
                <ChannelMark channelId={subscription.stream_id} /> {subscription.name}
              </th>
              {COLUMNS.map(({ own, general, name }) => (
                <td key={own} data-name={name()}>
                  <Switch
                    label={`${subscription.name}: ${name()}`}
                    isOn={ownValue(subscription, own) ?? setting(general, false)}
                    save={(isOn) => setChannelProperty(subscription.stream_id, own, isOn)}
                  />
                </td>
              ))}
              <td data-name={tc("topic", "Muted")}>
                <Switch
                  label={`${subscription.name}: ${tc("topic", "Muted")}`}
                  isOn={subscription.is_muted}
                  save={(isOn) => setChannelProperty(subscription.stream_id, "is_muted", isOn)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const policyNames = (): Readonly<Record<number, string>> => ({
  [POLICY.followed]: tc("topic", "Followed"),
  [POLICY.unmuted]: tc("topic", "Unmuted"),
  [POLICY.muted]: tc("topic", "Muted"),
});

function TopicPolicies() {
  const chosen = [...current.value.userTopics.values()]
    .filter(({ visibility_policy }) => visibility_policy !== POLICY.none)
    .sort((a, b) => b.last_updated - a.last_updated);
  if (chosen.length === 0)
    return (
      <p class="hint">{t("Topics that you follow, mute or unmute are listed here. Change them from their menus.")}</p>
    );
  const change = (channelId: number, topic: string, policy: number) =>
    void attempt(() => call("POST /user_topics", { stream_id: channelId, topic, visibility_policy: policy }));
  return (
    <ul class="rows">
      {chosen.map(({ stream_id: channelId, topic_name: topic, visibility_policy: policy }) => (
        <li key={`${channelId} ${topic}`}>
          <ChannelMark channelId={channelId} />
          <a class="row-text" href={hrefTo({ kind: "topic", channelId, topic })}>
            {channelName(channelId)} › <bdi>{topicName(topic)}</bdi>
          </a>
          <span class="row-buttons">
            <select
              class="text-input short"
              aria-label={t("Notifications for {topic}", { topic: topicName(topic) })}
              value={String(policy)}
              onChange={(event) => change(channelId, topic, Number(event.currentTarget.value))}
            >
              {Object.entries(policyNames()).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="icon-button"
              aria-label={t("Reset {topic} to the channel default", { topic: topicName(topic) })}
              title={t("Channel default")}
              onClick={() => change(channelId, topic, POLICY.none)}
            >
              <Icon name="x" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
