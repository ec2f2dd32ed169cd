import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { number, t } from "../language/text.ts";
import { comboboxField, useCombobox } from "../ui/combobox.ts";
import { ComboboxList } from "../ui/combobox-list.tsx";
import { isComposing } from "../ui/composing.ts";
import { go } from "../ui/route.ts";
import { Icon } from "../ui/icon.tsx";
import { type Choice, choicesFor } from "./switcher-choices.ts";

/** A dialog with everything that one can go to, narrowed by what is typed. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal("");
  const choices = useComputed(() => choicesFor(text.value));
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const combobox = useCombobox<Choice>({
    id: "switcher-choices",
    items: choices,
    choose({ completion, href }) {
      if (completion === undefined) {
        onClose();
        go(href);
        return;
      }
      text.value = completion;
      combobox.marked.value = 0;
      // Who clicked goes on to type at its end, where the cursor is put with the value.
      const box = input.current as HTMLInputElement;
      box.value = completion;
      box.focus();
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || !combobox.onKey(event)) return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="switcher"
      onClose={onClose}
      aria-label={t("Go to a conversation or search")}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="field">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          {...comboboxField(combobox)}
          aria-label={t("Go to a conversation or search")}
          placeholder={t("A conversation, a person, or words to search for")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            combobox.marked.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ComboboxList combobox={combobox} label={t("Places")} keyOf={({ href, name }) => href + name} followsPointer>
        {({ icon, name, detail, count }) => (
          <>
            <Icon name={icon} />
            <span class="name">{name}</span>
            {detail !== undefined && <span class="hint">{detail}</span>}
            {count > 0 && <span class="badge">{number(count)}</span>}
          </>
        )}
      </ComboboxList>
    </dialog>
  );
}
