import { addToDraft, allDrafts, type AnyDraft, deleteDraft } from "../../compose/all-drafts.ts";
import { UnsentActions } from "../../actions/rows/unsent-actions.tsx";
import { t, tc } from "../../language/text.ts";
import type { Outgoing } from "../../link/protocol.ts";
import { keyOf } from "../../state/conversation.ts";
import { outbox } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { conversationName } from "../../ui/names.tsx";
import { go, hrefTo } from "../../ui/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { shortMoment } from "../../ui/short-time.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { KeptPage, Place } from "./kept-page.tsx";

/** What was begun and not sent; first what could not be sent, wherever it was to go. */
export function Drafts() {
  const drafts = allDrafts();
  const refused = outbox.value.filter(({ progress }) => progress === "failed");
  return (
    <KeptPage
      title={t("Drafts")}
      icon="pencil"
      empty={t("No drafts.")}
      hint={t("Messages that you start and do not send are saved here.")}
      count={drafts.length + refused.length}
    >
      {refused.map((outgoing) => (
        <RefusedEntry key={outgoing.localId} outgoing={outgoing} />
      ))}
      {drafts.map((draft) => (
        <DraftEntry
          key={draft.serverId ?? (draft.conversation === undefined ? draft.time : keyOf(draft.conversation))}
          draft={draft}
        />
      ))}
    </KeptPage>
  );
}

function RefusedEntry({ outgoing }: { readonly outgoing: Outgoing }) {
  const { conversation, content, time } = outgoing;
  return (
    <li>
      <p class="kept-head">
        <Place conversation={conversation} />
        <time class="hint">{shortMoment(time / 1000)}</time>
      </p>
      <p class="kept-text" dir="auto">
        {content}
      </p>
      <UnsentActions outgoing={outgoing} />
    </li>
  );
}

async function restore({ conversation, content, serverId }: AnyDraft): Promise<void> {
  if (conversation === undefined) return;
  await addToDraft(conversation, content, serverId);
  go(hrefTo(conversation));
}

const remove = (draft: AnyDraft): Promise<unknown> =>
  attempt(async () => {
    const undo = await deleteDraft(draft);
    showToast(t("Draft deleted."), { action: { name: t("Undo"), run: () => void attempt(undo) } });
  });

function DraftEntry({ draft }: { readonly draft: AnyDraft }) {
  const { conversation, content, time } = draft;
  const name = conversation === undefined ? t("Nowhere") : conversationName(conversation);
  return (
    <li>
      <p class="kept-head">
        <Place conversation={conversation} />
        <time class="hint">{shortMoment(time)}</time>
      </p>
      <p class="kept-text" dir="auto">
        {content}
      </p>
      <div class="buttons-left">
        {conversation === undefined ? (
          <button type="button" class="secondary" onClick={() => void copyText(content, t("Text copied."))}>
            {t("Copy text")}
          </button>
        ) : (
          <button
            type="button"
            class="secondary"
            aria-label={t("Continue the message to {recipients}", { recipients: name })}
            onClick={() => void restore(draft)}
          >
            {tc("draft", "Continue")}
          </button>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={t("Delete the draft to {recipients}", { recipients: name })}
          onClick={() => void remove(draft)}
        >
          <Icon name={MORE_ICONS.trash} />
        </button>
      </div>
    </li>
  );
}
