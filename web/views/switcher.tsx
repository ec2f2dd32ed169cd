import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { number, t } from "../language/text.ts";
import { isComposing } from "../ui/composing.ts";
import { go } from "../ui/route.ts";
import { Icon } from "../ui/icon.tsx";
import { type Choice, choicesFor } from "./switcher-choices.ts";

/** A dialog with everything that one can go to, narrowed by what is typed. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal("");
  const marked = useSignal(0);
  const choices = useComputed(() => choicesFor(text.value));
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    if (choice.completion !== undefined) {
      text.value = choice.completion;
      marked.value = 0;
      // Who clicked goes on to type at its end, where the cursor is put with the value.
      const box = input.current as HTMLInputElement;
      box.value = choice.completion;
      box.focus();
      return;
    }
    onClose();
    go(choice.href);
  };
  const move = (step: number) => {
    const { length } = choices.value;
    if (length > 0) marked.value = (marked.value + step + length) % length;
    document.getElementById(`choice-${marked.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") choose(choices.value[marked.value]);
    else return;
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
          role="combobox"
          aria-label={t("Go to a conversation or search")}
          aria-expanded="true"
          aria-controls="switcher-choices"
          aria-activedescendant={choices.value.length > 0 ? `choice-${marked.value}` : undefined}
          aria-autocomplete="list"
          placeholder={t("A conversation, a person, or words to search for")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            marked.value = 0;
          }}
          onKeyDown={onKeyDown}
          autocomplete="off"
          spellcheck={false}
        />
      </div>
      <ul id="switcher-choices" role="listbox" aria-label={t("Places")}>
        {choices.value.map((choice, index) => (
          <li
            key={choice.href + choice.name}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === marked.value}
            onPointerMove={() => (marked.value = index)}
            onClick={() => choose(choice)}
          >
            <Icon name={choice.icon} />
            <span class="name">{choice.name}</span>
            {choice.detail !== undefined && <span class="hint">{choice.detail}</span>}
            {choice.count > 0 && <span class="badge">{number(choice.count)}</span>}
          </li>
        ))}
      </ul>
    </dialog>
  );
}
