import { useSignal } from "@preact/signals";
import { t } from "../../../language/text.ts";
import type { Bot } from "../../../state/registered.ts";
import { channels, current } from "../../../store.ts";
import { copyText } from "../../../ui/clipboard.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** Makes the URL that another service is told, so that what happens there becomes messages here. */
export function WebhookDialog({ bot, apiKey }: { readonly bot: Bot; readonly apiKey: string }) {
  const { integrations } = current.value.organization;
  const name = useSignal(integrations[0]?.name ?? "json");
  const channel = useSignal("");
  const stream = channel.value === "" ? {} : { stream: channel.value };
  const query = new URLSearchParams({ api_key: apiKey, ...stream }).toString();
  const url = `${location.origin}/api/v1/external/${name.value}?${query}`;
  return (
    <Dialog title={t("{bot}’s URL", { bot: bot.full_name })}>
      <label>
        {t("Service")}
        <select value={name.value} onChange={(event) => (name.value = event.currentTarget.value)}>
          {integrations.map((integration) => (
            <option key={integration.name} value={integration.name}>
              {integration.display_name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("Channel")}
        <select value={channel.value} onChange={(event) => (channel.value = event.currentTarget.value)}>
          <option value="">{t("None: a direct message to the bot’s owner")}</option>
          {[...channels.value.subscribed.values()]
            .filter(({ is_archived }) => !is_archived)
            .map(({ stream_id, name: label }) => (
              <option key={stream_id} value={String(stream_id)}>
                {label}
              </option>
            ))}
        </select>
      </label>
      <div class="key-shown">
        <code tabIndex={0}>{url}</code>
        <button type="button" class="primary" onClick={() => void copyText(url, t("URL"))}>
          <Icon name="copy" /> {t("Copy")}
        </button>
      </div>
      <p class="hint">{t("Anyone who knows it can post here. Share it with the service only.")}</p>
    </Dialog>
  );
}
