import { t } from "../../language/text.ts";
import { channels } from "../../store.ts";
import { channelName } from "../../ui/names.tsx";
import { hrefToChannel } from "../../ui/route.ts";
import { realmValue } from "./options.ts";
import { OrganizationSettings } from "./settings.tsx";
import { MODERATION } from "./settings-fields.ts";

/** Where reports of messages go. */
export function Moderation() {
  const id = realmValue("moderation_request_channel_id");
  const isOpen = typeof id === "number" && channels.value.known.has(id);
  return (
    <>
      <p class="hint">
        {t(
          "Anyone can report a message from its menu. Reports are posted to the channel below, in a topic for the message’s author.",
        )}
      </p>
      <OrganizationSettings fields={MODERATION} />
      {isOpen && (
        <p>
          <a class="link" href={hrefToChannel(id)}>
            {t("Open the reports in #{channel}", { channel: channelName(id) })}
          </a>
        </p>
      )}
    </>
  );
}
