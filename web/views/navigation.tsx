import { useComputed } from "@preact/signals";
import { channelIn } from "../narrow/terms.ts";
import { t } from "../language/text.ts";
import { mayCreateAnyChannel } from "../state/member-permissions.ts";
import { current, property } from "../store.ts";
import { channelSections } from "../ui/channel-sections.ts";
import { Icon } from "../ui/icon.tsx";
import { route } from "../ui/route.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import { DirectMessages } from "./direct-messages.tsx";
import { OrganizationButton } from "./organization-button.tsx";
import { ViewEntries } from "./view-entries.tsx";

/** The column on the left: views, channels by folder, direct messages. */
export function Navigation() {
  const sections = useComputed(channelSections);
  const openChannel = route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;
  return (
    <nav class="navigation" aria-label={t("Conversations")}>
      <OrganizationButton name={property("realm_name", "Parley")} />
      <ViewEntries />
      {sections.value.map(({ key, name, members }) => (
        <section key={key}>
          <h2>{name}</h2>
          <ul>
            {members.map((subscription) => (
              <ChannelEntry
                key={subscription.stream_id}
                channelId={subscription.stream_id}
                isOpen={subscription.stream_id === openChannel}
              />
            ))}
          </ul>
        </section>
      ))}
      <BrowseChannels />
      <DirectMessages />
    </nav>
  );
}

function BrowseChannels() {
  return (
    <div class="browse">
      <a class="entry" href="#channels">
        <Icon name="search" />
        <span class="name">{t("Browse channels")}</span>
      </a>
      {mayCreateAnyChannel(current.value) && (
        <a class="icon-button" href="#channels/new" aria-label={t("New channel")} title={t("New channel")}>
          <Icon name="plus" />
        </a>
      )}
    </div>
  );
}
