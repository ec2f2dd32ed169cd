import { subscribe } from "../../calls/channel-calls.ts";
import { confirmLeave } from "../../actions/confirmations.ts";
import { t } from "../../language/text.ts";
import { mayReadChannel } from "../../state/directory-permissions.ts";
import { isGuest } from "../../state/member-permissions.ts";
import type { Channel } from "../../state/registered.ts";
import { channels, current } from "../../store.ts";

/** Comes into a channel or leaves it, where the server would allow that. */
export function SubscribeButton({ channel }: { channel: Channel }) {
  const { stream_id: id, name, is_archived } = channel;
  if (is_archived) return <span class="tag">{t("Archived")}</span>;
  if (channels.value.subscribed.has(id))
    return (
      <button
        type="button"
        class="secondary"
        aria-label={t("Leave {channel}", { channel: name })}
        onClick={() => confirmLeave(id)}
      >
        {t("Leave")}
      </button>
    );
  if (isGuest(current.value) || !mayReadChannel(current.value, channel)) return null;
  return (
    <button
      type="button"
      class="primary"
      aria-label={t("Subscribe to {channel}", { channel: name })}
      onClick={() => void subscribe(id)}
    >
      {t("Subscribe")}
    </button>
  );
}
