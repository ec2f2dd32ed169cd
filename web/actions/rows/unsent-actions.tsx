import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keepAsDraft } from "../refused.ts";
import { fromServer, t } from "../../language/text.ts";
import type { Outgoing } from "../../link/protocol.ts";
import { randomId } from "../../link/random-id.ts";
import { property, post, send } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { isComposing } from "../../ui/composing.ts";
import { channelName, topicName } from "../../ui/names.tsx";
import { showToast } from "../../ui/toast.ts";

/** Why a message has not been sent, and what its author can do about that. */
export function UnsentActions({ outgoing }: { readonly outgoing: Outgoing }) {
  const { localId, content, progress, movedTo } = outgoing;
  const isEditing = useSignal(false);
  if (isEditing.value) return <EditUnsent outgoing={outgoing} onEnd={() => (isEditing.value = false)} />;
  const isRefused = progress === "failed";
  return (
    <div class="unsent">
      {isRefused && (
        <p class="failure" role="alert">
          {reasonFor(outgoing)}
        </p>
      )}
      {movedTo !== undefined && (
        <Action name={t("Send to the new topic")} onClick={() => sendAgain(outgoing, { conversation: movedTo })} />
      )}
      {isRefused && (
        <>
          <Action
            name={movedTo === undefined ? t("Try again") : t("Send to the old topic")}
            onClick={() => post({ kind: "retry", localId })}
          />
          <Action name={t("Edit")} onClick={() => (isEditing.value = true)} />
          <Action name={t("Copy")} onClick={() => void copyText(content, t("Text"))} />
          <Action name={t("Save as draft")} onClick={() => void keepAsDraft(outgoing)} />
        </>
      )}
      <Action name={t("Discard")} onClick={() => discard(outgoing)} />
    </div>
  );
}

const Action = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <button type="button" class="link" onClick={onClick}>
    {name}
  </button>
);

function reasonFor({ reason, movedTo }: Outgoing): string {
  if (movedTo?.kind !== "topic") return reason === undefined ? t("The message could not be sent.") : fromServer(reason);
  const place = `${channelName(movedTo.channelId)} › ${topicName(movedTo.topic)}`;
  return t("The topic has since been moved to {place}.", { place });
}

/** As another message: the former one may not be changed under the same name. */
function sendAgain({ localId, userId, conversation, content }: Outgoing, changes: Partial<Outgoing>): void {
  post({ kind: "discard", localId });
  send({
    userId,
    conversation,
    content,
    ...changes,
    localId: randomId(),
    time: Date.now(),
    progress: "waiting",
  });
}

function discard(outgoing: Outgoing): void {
  post({ kind: "discard", localId: outgoing.localId });
  showToast(t("Discarded."), {
    action: { name: t("Undo"), run: () => post({ kind: "send", outgoing }) },
  });
}

function EditUnsent({ outgoing, onEnd }: { readonly outgoing: Outgoing; readonly onEnd: () => void }) {
  const text = useSignal(outgoing.content);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = text.value.trim() !== "" && text.value.length <= property("max_message_length", 10_000);
  return (
    <form
      class="unsent-edit"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) sendAgain(outgoing, { content: text.value.trim() });
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" && !isComposing(event)) onEnd();
      }}
    >
      <textarea
        ref={field}
        rows={3}
        aria-label={t("Text of the unsent message")}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <div class="buttons-left">
        <button type="submit" class="primary" disabled={!isReady}>
          {t("Send")}
        </button>
        <button type="button" class="secondary" onClick={onEnd}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
