import { t } from "../../language/text.ts";
import { openDialog } from "../../ui/open.ts";
import { channelName } from "../../ui/names.tsx";
import { dayName } from "../../ui/time.ts";
import { type ApiKey, scopesText } from "./scopes.ts";

/** What a key may do, and since when and until when. */
export function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { scopes, channel_ids: channelIds, date_created: created, last_used: used } = apiKey;
  return (
    <>
      <p class="hint">{scopesText(scopes)}</p>
      {channelIds !== null && (
        <p class="hint">
          {t("Only in: {channels}", { channels: channelIds.map((id) => `#${channelName(id)}`).join(", ") })}
        </p>
      )}
      <p class="hint">
        {t("Created: {day}", { day: dayName(created) })} ·{" "}
        {used === null ? t("Never used") : t("Last used: {day}", { day: dayName(used) })} · {endOf(apiKey)}
      </p>
    </>
  );
}

function endOf({ is_oauth: isOauth, expires_at: expires }: ApiKey): string {
  if (isOauth) return t("Assistant, connected by OAuth");
  return expires === null ? t("Never expires") : t("Expires: {day}", { day: dayName(expires) });
}

export const askToRevoke = (name: string, revoke: () => Promise<unknown>): void =>
  openDialog("confirm", {
    title: t("Revoke “{name}”?", { name }),
    text: t("Whatever uses this key stops working immediately. This cannot be undone."),
    action: t("Revoke"),
    run: revoke,
  });
