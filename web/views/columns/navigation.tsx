import { useComputed, useSignal } from "@preact/signals";
import { channelIn } from "../../narrow/terms.ts";
import { t } from "../../language/text.ts";
import { mayCreateAnyChannel } from "../../state/member-permissions.ts";
import { current, property } from "../../store.ts";
import { channelSections } from "../../ui/channel-sections.ts";
import { Icon } from "../../ui/icon.tsx";
import { route } from "../../ui/route.ts";
import { Section } from "./channel-section.tsx";
import { ColumnFilter, keysOfFilter } from "./column-filter.tsx";
import { DirectMessages } from "./direct-messages.tsx";
import { FoundEntries } from "./found-entries.tsx";
import { OrganizationButton } from "./organization-button.tsx";
import { ViewEntries } from "./view-entries.tsx";

/** The column on the left: views, direct messages, channels by folder; or what is called like what is typed. */
export function Navigation() {
  const text = useSignal("");
  const isFiltered = useComputed(() => text.value.trim() !== "").value;
  return (
    <nav class="navigation" aria-label={t("Conversations")} onKeyDown={(event) => keysOfFilter(event, text)}>
      <OrganizationButton name={property("realm_name", "Parley")} />
      <ColumnFilter label={t("Filter channels and conversations")} text={text} />
      {isFiltered ? <FoundEntries text={text} /> : <Entries />}
    </nav>
  );
}

function Entries() {
  const sections = useComputed(channelSections);
  const openChannel = route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;
  return (
    <>
      <ViewEntries />
      <DirectMessages />
      {sections.value.map((section) => (
        <Section key={section.key} section={section} openChannel={openChannel} />
      ))}
      <BrowseChannels />
    </>
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
