import { useSignal } from "@preact/signals";
import { confirmed } from "../../../dialogs/confirmed.tsx";
import { DialogForm } from "../../../dialogs/form.tsx";
import { t, tc } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import type { Bot } from "../../../state/registered.ts";
import { channels } from "../../../store.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { BOT_TYPES, typeName, typeText } from "./types.ts";

interface BotDialogProps {
  /** Types that may be made; a bot that exists keeps its own. */
  readonly types: readonly number[];
  readonly bot?: Bot;
}

const MAX_LENGTH = { name: 100, address: 50, url: 2048, secret: 1000 } as const;

/** Makes a bot, or changes one. */
export function BotDialog({ types, bot }: BotDialogProps) {
  const [service] = bot?.services ?? [];
  const type = useSignal(bot?.bot_type ?? types[0] ?? BOT_TYPES.generic);
  const name = useSignal(bot?.full_name ?? "");
  const short = useSignal("");
  const url = useSignal(service?.base_url ?? "");
  const form = useSignal(service?.interface ?? 1);
  const channel = useSignal(bot?.default_sending_stream ?? "");
  const secret = useSignal("");
  const isUnsigned = useSignal(false);
  const isOutgoing = type.value === BOT_TYPES.outgoing;
  const isIncoming = type.value === BOT_TYPES.incoming;
  const isReady =
    name.value.trim() !== "" && (bot !== undefined || short.value !== "") && (!isOutgoing || url.value.trim() !== "");
  const run = async () => {
    const isChanged = isIncoming && (isUnsigned.value || secret.value !== "");
    const signed = isChanged && { webhook_secret: isUnsigned.value ? "" : secret.value };
    const shared = { full_name: name.value.trim(), default_sending_stream: channel.value, ...signed };
    if (bot !== undefined) {
      // Only another URL has to be confirmed.
      const address = url.value.trim() !== service?.base_url && { service_payload_url: url.value.trim() };
      const target = isOutgoing && { ...address, service_interface: form.value };
      await confirmed(() => call("PATCH /bots/{bot_id}", { bot_id: bot.user_id, ...shared, ...target }));
      return;
    }
    const target = isOutgoing && { payload_url: url.value.trim(), interface_type: form.value };
    const made = { ...shared, short_name: short.value, bot_type: type.value, ...target };
    await confirmed(() => call("POST /bots", made));
    showToast(t("{bot} is ready. Its key is beside its name.", { bot: name.value.trim() }));
  };
  return (
    <Dialog title={bot === undefined ? t("New bot") : t("Edit {name}", { name: bot.full_name })}>
      <DialogForm action={bot === undefined ? t("Create") : t("Save")} isReady={isReady} run={run}>
        {bot === undefined && (
          <label>
            {t("Type")}
            <select value={String(type.value)} onChange={(event) => (type.value = Number(event.currentTarget.value))}>
              {types.map((type) => (
                <option key={type} value={String(type)}>
                  {typeName(type)}
                </option>
              ))}
            </select>
            <span class="hint">{typeText(type.value)}</span>
          </label>
        )}
        <label>
          {t("Name")}
          <input
            type="text"
            maxLength={MAX_LENGTH.name}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        {bot === undefined && (
          <label>
            {tc("web address", "Address")}
            <input
              type="text"
              maxLength={MAX_LENGTH.address}
              placeholder="weather"
              value={short.value}
              onInput={(event) => (short.value = event.currentTarget.value.replaceAll(/[^\w.-]/g, "").toLowerCase())}
            />
            <span class="hint">{t("Its email address will be {address}.", { address: addressOf(short.value) })}</span>
          </label>
        )}
        {isOutgoing && (
          <>
            <label>
              {t("URL to call")}
              <input
                type="url"
                maxLength={MAX_LENGTH.url}
                placeholder="https://example.com/hook"
                value={url.value}
                onInput={(event) => (url.value = event.currentTarget.value)}
              />
            </label>
            <label>
              {t("Request format")}
              <select value={String(form.value)} onChange={(event) => (form.value = Number(event.currentTarget.value))}>
                <option value="1">{t("Parley (JSON)")}</option>
                <option value="2">{t("Slack")}</option>
              </select>
            </label>
          </>
        )}
        {isIncoming && (
          <label>
            {bot === undefined
              ? t("Secret, if the service signs its requests")
              : t("New secret, if the service signs its requests")}
            <input
              type="password"
              autoComplete="off"
              maxLength={MAX_LENGTH.secret}
              disabled={isUnsigned.value}
              value={secret.value}
              onInput={(event) => (secret.value = event.currentTarget.value)}
            />
            <span class="hint">{t("With a secret, only requests signed by the service are accepted.")}</span>
          </label>
        )}
        {isIncoming && bot !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={isUnsigned.value}
              onChange={(event) => (isUnsigned.value = event.currentTarget.checked)}
            />
            {t("Remove the secret: accept all requests")}
          </label>
        )}
        <label>
          {t("Default channel for its messages")}
          <select value={channel.value} onChange={(event) => (channel.value = event.currentTarget.value)}>
            <option value="">{tc("event", "None")}</option>
            {[...channels.value.subscribed.values()]
              .filter(({ is_archived }) => !is_archived)
              .map(({ stream_id, name: label }) => (
                <option key={stream_id} value={label}>
                  {label}
                </option>
              ))}
          </select>
        </label>
      </DialogForm>
    </Dialog>
  );
}

const addressOf = (short: string): string => `${short === "" ? "…" : short}-bot@${location.hostname}`;
