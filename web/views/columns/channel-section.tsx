import { number, tn } from "../../language/text.ts";
import type { ChannelSection } from "../../ui/channel-sections.ts";
import { isFolded, isOpened, toggleFolded, toggleOpened } from "../../ui/folded.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelEntry } from "./channel-entry.tsx";
import { unreadOf } from "./channel-unread.ts";

interface SectionProps {
  readonly section: ChannelSection;
  readonly openChannel: number | undefined;
}

/** Channels under the name of their folder. Quiet ones are behind a button, unless something in them is unread or they are open. */
export function Section({ section: { key, name, members, quiet }, openChannel }: SectionProps) {
  const ids = members.map(({ stream_id: id }) => id);
  const entry = (id: number) => <ChannelEntry key={id} channelId={id} isOpen={id === openChannel} />;
  const isHidden = (id: number) => quiet.has(id) && id !== openChannel && unreadOf(id).count === 0;
  const hidden = ids.filter(isHidden);
  return (
    <section>
      <h2>
        <button type="button" aria-expanded={!isFolded(key)} onClick={() => toggleFolded(key)}>
          {name}
          <Icon name={isFolded(key) ? "chevronRight" : "chevronDown"} />
          {isFolded(key) && <UnreadIn ids={ids} />}
        </button>
      </h2>
      <ul>
        {ids.filter((id) => (isFolded(key) ? id === openChannel : !isHidden(id))).map(entry)}
        {!isFolded(key) && hidden.length > 0 && (
          <li key="quiet">
            <button type="button" class="entry more" aria-expanded={isOpened(key)} onClick={() => toggleOpened(key)}>
              <Icon name={isOpened(key) ? "chevronDown" : "chevronRight"} />
              <span class="name">{tn(hidden.length, "{count} quiet channel", "{count} quiet channels")}</span>
            </button>
          </li>
        )}
        {!isFolded(key) && isOpened(key) && hidden.map(entry)}
      </ul>
    </section>
  );
}

/** What a folded section has that is unread. */
function UnreadIn({ ids }: { readonly ids: readonly number[] }) {
  const counts = ids.map(unreadOf);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return <span class={counts.some(({ hasMention }) => hasMention) ? "badge urgent" : "badge"}>{number(total)}</span>;
}
