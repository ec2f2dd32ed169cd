import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { timeLeft } from "../actions/times.ts";
import { markdownOf } from "../actions/message-calls.ts";
import { reasonText } from "../actions/refusals.ts";
import { saveEdit } from "../actions/writing.ts";
import { replaceIn, TextBox, type TextBoxHandle } from "../compose/text-box.tsx";
import { Toolbar } from "../compose/toolbar.tsx";
import { t, tn } from "../language/text.ts";
import { conversationOf } from "../state/conversation.ts";
import { mayEdit } from "../state/permissions.ts";
import type { Message } from "../state/registered.ts";
import { current, property, setting } from "../store.ts";
import { reasonOf } from "../ui/toast.ts";
import { editingId, select } from "./selection.ts";

/** What is typed and not saved, by message: closing the box by accident, or the page, loses nothing. */
const begun = {
  key: (id: number) => `parley-edit-${id}`,
  get: (id: number) => sessionStorage.getItem(begun.key(id)) ?? undefined,
  set: (id: number, text: string) => sessionStorage.setItem(begun.key(id), text),
  remove: (id: number) => sessionStorage.removeItem(begun.key(id)),
};

/** The Markdown of a message, to change it in its place. */
export function EditBox({ message }: { message: Message }) {
  const { id } = message;
  const original = useSignal<string | undefined>(undefined);
  const text = useSignal("");
  const failure = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);
  const now = useSignal(Date.now() / 1000);
  const box = useRef<TextBoxHandle>(null);
  const verdict = mayEdit(current.value, message, now.value);

  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now() / 1000), 1000);
    markdownOf(id).then(
      (markdown) => {
        original.value = markdown;
        text.value = begun.get(id) ?? markdown;
      },
      (error: unknown) => (failure.value = reasonOf(error)),
    );
    return () => clearInterval(timer);
  }, [id]);
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
  const canSave = verdict.isAllowed && !isSaving.value && !isTooLong && text.value.trim() !== "";
  const save = async () => {
    if (!canSave) return;
    if (text.value === original.value) return cancel();
    isSaving.value = true;
    failure.value = undefined;
    try {
      await saveEdit(id, text.value);
      begun.remove(id);
      close();
    } catch (error) {
      failure.value = reasonOf(error);
    } finally {
      isSaving.value = false;
    }
  };
  if (original.value === undefined) {
    return (
      <p class="hint" role={failure.value === undefined ? undefined : "alert"}>
        {failure.value ?? t("Fetching the text…")}
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
        if (event.key === "Escape") close();
      }}
    >
      <TextBox
        handle={box}
        value={text.value}
        label={t("Text of the message")}
        conversation={conversationOf(message, current.value.ownId)}
        sendsOnEnter={setting("enter_sends", false)}
        onInput={(value) => {
          text.value = value;
          begun.set(id, value);
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
