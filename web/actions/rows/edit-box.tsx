import { tab } from "../../platform/device.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { timeLeft } from "../../dialogs/times.ts";
import { markdownOf } from "../../calls/message-calls.ts";
import { reasonText } from "../../calls/refusals.ts";
import { saveEdit } from "../writing.ts";
import { replaceIn, TextBox, type TextBoxHandle } from "../../compose/text-box.tsx";
import { Toolbar } from "../../compose/toolbar.tsx";
import { t, tn } from "../../language/text.ts";
import { Refusal } from "../../link/http.ts";
import { conversationOf } from "../../state/conversation.ts";
import { mayEdit } from "../../state/permissions.ts";
import type { Message } from "../../state/registered.ts";
import { current, property, setting } from "../../store.ts";
import { isComposing } from "../../ui/composing.ts";
import { reasonOf } from "../../ui/toast.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { editingId, select } from "../../feed/selection.ts";

/**
 * What is typed and not saved, by user and message, and the text that it was begun with: closing the box by accident, or the page,
 * loses nothing.
 */
const begun = {
  keys: (id: number) => ["edit", "edited"].map((name) => `parley-${name}-${current.peek().ownId}-${id}`),
  get: (id: number) => {
    const [text, original] = begun.keys(id).map((key) => tab.get(key) ?? undefined);
    return { text, original };
  },
  set(id: number, text: string, original: string) {
    const [textKey = "", originalKey = ""] = begun.keys(id);
    tab.set(textKey, text);
    tab.set(originalKey, original);
  },
  remove: (id: number) => begun.keys(id).forEach((key) => tab.remove(key)),
};

/** The Markdown of a message, to change it in its place. */
export function EditBox({ message }: { message: Message }) {
  const { id } = message;
  const original = useSignal<string | undefined>(undefined);
  /** What the message says now, where somebody has changed it since this edit was begun. */
  const theirs = useSignal<string | undefined>(undefined);
  const text = useSignal("");
  const failure = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);
  const now = useSignal(Date.now() / 1000);
  const box = useRef<TextBoxHandle>(null);
  const verdict = mayEdit(current.value, message, now.value);

  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now() / 1000), 1000);
    return () => clearInterval(timer);
  }, [id]);
  /** Compares what the message says now with the text that this edit was begun with. */
  const look = async () => {
    const markdown = await markdownOf(id);
    const before = original.value === undefined ? begun.get(id) : { text: text.value, original: original.value };
    const isUntouched = before.text === undefined || before.text === before.original || before.text === markdown;
    if (isUntouched) text.value = markdown;
    else {
      text.value = before.text ?? "";
      if ((before.original ?? markdown) !== markdown) theirs.value = markdown;
    }
    original.value = markdown;
  };
  const lookOrTell = () => look().catch((error: unknown) => (failure.value = reasonOf(error)));
  // Also when somebody else, or another tab, changes the message meanwhile.
  useEffect(() => {
    void lookOrTell();
  }, [id, message.content]);
  useEffect(() => {
    if (original.value !== undefined) box.current?.focus();
  }, [original.value === undefined]);

  const close = () => {
    editingId.value = undefined;
    requestAnimationFrame(() => select(id));
  };
  const cancel = () => {
    begun.remove(id);
    close();
  };
  const longest = property("max_message_length", 10_000);
  const isTooLong = text.value.length > longest;
  const canSave =
    verdict.isAllowed && theirs.value === undefined && !isSaving.value && !isTooLong && text.value.trim() !== "";
  const save = async () => {
    if (!canSave) return;
    if (text.value === original.value) return cancel();
    isSaving.value = true;
    failure.value = undefined;
    try {
      await saveEdit(id, text.value, original.value ?? "");
      begun.remove(id);
      close();
    } catch (error) {
      if (error instanceof Refusal && error.code === "EXPECTATION_MISMATCH") await lookOrTell();
      else failure.value = reasonOf(error);
    } finally {
      isSaving.value = false;
    }
  };
  const endConflict = () => {
    begun.set(id, text.value, original.value ?? "");
    theirs.value = undefined;
    box.current?.focus();
  };
  if (original.value === undefined) {
    return (
      <p class="hint" role={failure.value === undefined ? undefined : "alert"}>
        {failure.value ?? t("Loading the text…")}
        {failure.value !== undefined && (
          <button type="button" class="link" onClick={close}>
            {t("Close")}
          </button>
        )}
      </p>
    );
  }
  return (
    <form
      class="edit-box compose"
      aria-label={t("Edit the message")}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" && !isComposing(event)) close();
      }}
    >
      {theirs.value !== undefined && (
        <EditConflict
          theirs={theirs.value}
          onTake={() => {
            text.value = theirs.value ?? "";
            endConflict();
          }}
          onKeep={endConflict}
        />
      )}
      <TextBox
        handle={box}
        value={text.value}
        label={t("Text of the message")}
        conversation={conversationOf(message, current.value.ownId)}
        sendsOnEnter={setting("enter_sends", false)}
        onInput={(value) => {
          text.value = value;
          begun.set(id, value, original.value ?? "");
        }}
        onSend={() => void save()}
      />
      {(failure.value !== undefined || !verdict.isAllowed || isTooLong) && (
        <p class="failure" role="alert">
          {failure.value ??
            (verdict.isAllowed
              ? tn(text.value.length - longest, "{count} character too many", "{count} characters too many")
              : reasonText(verdict.reason))}
        </p>
      )}
      <Toolbar onStyle={(style) => box.current !== null && replaceIn(box.current, style)}>
        {verdict.isAllowed && verdict.until !== undefined && (
          <span class="hint">{t("{time} left", { time: timeLeft(verdict.until - now.value) })}</span>
        )}
        <button type="button" class="secondary" onClick={cancel}>
          {t("Cancel")}
        </button>
        <button type="submit" class="primary" disabled={!canSave}>
          {t("Save")}
        </button>
      </Toolbar>
    </form>
  );
}
