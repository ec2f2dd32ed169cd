import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Compose } from "../../compose/compose.tsx";
import { t } from "../../language/text.ts";
import { inBackground } from "../../link/background.ts";
import { TourHost } from "../../tour/tour-host.tsx";
import { Header } from "../../ui/header.tsx";
import { Icon } from "../../ui/icon.tsx";
import { withPart } from "../../ui/parts.tsx";
import { type Waiting, waitingConversations } from "../../ui/waiting.ts";
import { type Kind, passes, toggled } from "./conversation-filter.ts";
import { FilterBar, NothingFound } from "./filter-bar.tsx";
import { InboxSections } from "./inbox-sections.tsx";
import { filterContext, kindChoices } from "./kinds.ts";
import { fetchParticipated } from "./newest.ts";
import { moveAmongEntries } from "./entry-keys.ts";

const OFFERED: readonly Kind[] = ["direct", "topics", "mentions", "followed", "participated"];

/** What is chosen stays while one goes to and fro. */
let chosen: readonly Kind[] = [];

/** Home: what is unread, by conversation. */
export function Inbox() {
  const [text, kinds] = [useSignal(""), useSignal(chosen)];
  const scroller = useRef<HTMLDivElement>(null);
  const waiting = useComputed(waitingConversations);
  const shown = useComputed(() => filtered(waiting.value, text.value, kinds.value));
  const choose = (next: readonly Kind[]) => {
    chosen = next;
    kinds.value = next;
    if (next.includes("participated")) void inBackground(fetchParticipated());
  };
  useEffect(() => moveAmongEntries(scroller), []);
  const isEmpty = waiting.value.length === 0;
  return (
    <main class="column inbox" id="main" tabIndex={-1}>
      <Header>
        <h1>
          <Icon name="inbox" /> {t("Inbox")}
        </h1>
        {shown.value.length > 0 && (
          <button type="button" class="quiet" onClick={() => markRead(shown.value.flatMap(({ ids }) => ids))}>
            <Icon name="checkCheck" />{" "}
            {shown.value.length < waiting.value.length ? t("Mark these as read") : t("Mark all as read")}
          </button>
        )}
      </Header>
      <div class="scroll" ref={scroller}>
        {isEmpty ? (
          <div class="empty">
            <Icon name="check" />
            <p>{t("No unread messages.")}</p>
            <p class="hint">{t("New messages appear here, by conversation.")}</p>
            <p>
              <a class="link" href="#recent">
                {t("See recent conversations")}
              </a>
            </p>
          </div>
        ) : (
          <FilterBar
            label={t("Filter the inbox")}
            text={text}
            choices={kindChoices(OFFERED, kinds.value, (kind) => choose(toggled(kinds.value, kind)))}
          />
        )}
        {!isEmpty && shown.value.length === 0 && (
          <NothingFound
            text={t("No unread messages match these filters.")}
            onClear={() => {
              text.value = "";
              choose([]);
            }}
          />
        )}
        <InboxSections waiting={shown.value} markRead={markRead} />
      </div>
      <div class="tour-place">
        <TourHost />
      </div>
      <Compose conversation={undefined} channelId={undefined} />
    </main>
  );
}

function filtered(waiting: readonly Waiting[], text: string, kinds: readonly Kind[]): readonly Waiting[] {
  if (text === "" && kinds.length === 0) return waiting;
  const context = filterContext();
  return waiting.filter(({ conversation, hasMention }) =>
    passes({ conversation, isUnread: true, hasMention }, text, kinds, context),
  );
}

/** With a way back, for those who have pressed the wrong button. */
const markRead = (ids: readonly number[]): void =>
  withPart(import("#web/calls/topic-calls.ts"), ({ markAllRead }) => markAllRead(ids));
