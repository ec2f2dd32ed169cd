import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { number, t, tn } from "../../language/text.ts";
import { keyOf } from "../../state/conversation.ts";
import { channelSections } from "../../ui/channel-sections.ts";
import { isFolded, toggleFolded } from "../../ui/folded.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark, channelName, conversationName } from "../../ui/names.tsx";
import type { Waiting } from "../../ui/waiting.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { fetchMissing } from "./newest.ts";

interface SectionsProps {
  readonly waiting: readonly Waiting[];
  readonly markRead: (ids: readonly number[]) => void;
}

/** Direct messages, then channels by the sections of the left column. */
export function InboxSections({ waiting, markRead }: SectionsProps) {
  const direct = waiting.filter(({ conversation }) => conversation.kind === "direct");
  const byChannel = Map.groupBy(
    waiting.filter(({ conversation }) => conversation.kind === "topic"),
    ({ conversation }) => (conversation.kind === "topic" ? conversation.channelId : -1),
  );
  const sections = channelSections()
    .map(({ key, name, members }) => ({
      key,
      name,
      channels: members.map(({ stream_id: id }) => id).filter((id) => byChannel.has(id)),
    }))
    .filter(({ channels }) => channels.length > 0);
  const hasFolders = sections.some(({ key }) => key !== "others");
  const channelGroup = (id: number) => (
    <Group
      key={id}
      level={hasFolders ? "h3" : "h2"}
      section={`inbox channel ${id}`}
      name={channelName(id)}
      mark={<ChannelMark channelId={id} />}
      entries={byChannel.get(id) ?? []}
      markRead={markRead}
    />
  );
  return (
    <>
      {direct.length > 0 && (
        <Group
          level="h2"
          section="inbox direct"
          name={t("Direct messages")}
          mark={<Icon name="users" />}
          entries={direct}
          markRead={markRead}
        />
      )}
      {hasFolders
        ? sections.map(({ key, name, channels }) => (
            <section key={key} class="inbox-folder">
              <FoldHeading
                level="h2"
                section={`inbox ${key}`}
                name={name}
                count={sum(channels.flatMap((id) => byChannel.get(id) ?? []))}
              />
              {!isFolded(`inbox ${key}`) && channels.map(channelGroup)}
            </section>
          ))
        : sections.flatMap(({ channels }) => channels).map(channelGroup)}
    </>
  );
}

const sum = (entries: readonly Waiting[]): number => entries.reduce((total, { ids }) => total + ids.length, 0);

interface HeadingProps {
  readonly level: "h2" | "h3";
  readonly section: string;
  readonly name: string;
  readonly mark?: ComponentChildren;
  /** How much is unread in it, shown while it is folded. */
  readonly count: number;
}

/** A heading that folds what is below it. */
function FoldHeading({ level: Level, section, name, mark, count }: HeadingProps) {
  const isClosed = isFolded(section);
  return (
    <Level>
      <button type="button" class="fold" aria-expanded={!isClosed} onClick={() => toggleFolded(section)}>
        <Icon name={isClosed ? "chevronRight" : "chevronDown"} />
        {mark}
        <span class="name">{name}</span>
        {isClosed && (
          <span class="badge">
            {number(count)}
            <span class="visually-hidden"> {t("unread")}</span>
          </span>
        )}
      </button>
    </Level>
  );
}

/** More are drawn when they are asked for: somebody may come back to thousands. */
const PAGE = 50;

interface GroupProps extends Omit<HeadingProps, "count"> {
  readonly entries: readonly Waiting[];
  readonly markRead: (ids: readonly number[]) => void;
}

function Group({ entries, markRead, ...heading }: GroupProps) {
  const pages = useSignal(1);
  const shown = isFolded(heading.section) ? [] : entries.slice(0, pages.value * PAGE);
  useEffect(() => void fetchMissing(shown.map(newestOf)));
  return (
    <section>
      <FoldHeading {...heading} count={sum(entries)} />
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <li key={keyOf(entry.conversation)}>
              <Entry {...entry} markRead={markRead} />
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && shown.length < entries.length && (
        <button type="button" class="quiet" onClick={() => (pages.value += 1)}>
          {tn(entries.length - shown.length, "Show {count} more", "Show {count} more")}
        </button>
      )}
    </section>
  );
}

const newestOf = ({ ids }: Waiting): number => Math.max(...ids);

function Entry({ markRead, ...waiting }: Waiting & Pick<GroupProps, "markRead">) {
  const { conversation, ids } = waiting;
  const name = conversationName(conversation);
  return (
    <ConversationRow conversation={conversation} newestId={newestOf(waiting)}>
      <button
        type="button"
        class="icon-button row-action"
        aria-label={t("Mark {name} as read", { name })}
        title={t("Mark as read")}
        onClick={() => markRead(ids)}
      >
        <Icon name="check" />
      </button>
    </ConversationRow>
  );
}
