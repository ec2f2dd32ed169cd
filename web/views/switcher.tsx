import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { forgetPlaces } from "../feed/left-places.ts";
import { number, t } from "../language/text.ts";
import { takeTerms } from "../ui/search/chips.ts";
import { parseQuery } from "../ui/search/query.ts";
import { keyOfNarrow, type Term } from "../narrow/terms.ts";
import { current } from "../store.ts";
import { comboboxField, useCombobox } from "../ui/combobox.ts";
import { ComboboxList } from "../ui/combobox-list.tsx";
import { isComposing } from "../ui/composing.ts";
import { Icon } from "../ui/icon.tsx";
import { go } from "../ui/route.ts";
import { switcherStart } from "../ui/switcher.ts";
import { typedTerm } from "../ui/search/term-text.ts";
import { SearchChips } from "./search-chips.tsx";
import { type Choice, choicesFor } from "./switcher-choices.ts";

/** A dialog with everything that one can go to, narrowed by what is typed; and searches, whose terms become chips. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal(switcherStart.text);
  const terms = useSignal<readonly Term[]>(switcherStart.terms);
  const choices = useComputed(() => choicesFor(text.value, terms.value));
  const problems = useComputed(() => parseQuery(text.value, current.value).problems);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);

  const write = (value: string) => {
    const taken = takeTerms(value, current.value);
    const added = taken.terms.filter(
      (term) => !terms.value.some((known) => keyOfNarrow([known]) === keyOfNarrow([term])),
    );
    if (added.length > 0) terms.value = [...terms.value, ...added];
    text.value = taken.rest;
    combobox.marked.value = 0;
    // Who clicked goes on to type at its end, where the cursor is put with the value.
    const box = input.current as HTMLInputElement;
    if (box.value !== taken.rest) box.value = taken.rest;
  };
  const combobox = useCombobox<Choice>({
    id: "switcher-choices",
    items: choices,
    choose({ completion, href, isSearch }) {
      if (completion !== undefined) {
        write(completion);
        input.current?.focus();
        return;
      }
      if (isSearch) forgetPlaces();
      onClose();
      go(href);
    },
  });
  const edit = (index: number) => {
    const term = terms.value[index];
    if (term === undefined) return;
    terms.value = terms.value.filter((_, at) => at !== index);
    text.value = `${text.value === "" ? "" : `${text.value} `}${typedTerm(term)}`;
    combobox.marked.value = 0;
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const isAtStart = input.current?.selectionStart === 0 && input.current.selectionEnd === 0;
    if (isAtStart && event.key === "Backspace") edit(terms.value.length - 1);
    else if (isAtStart && event.key === "ArrowLeft" && terms.value.length > 0)
      [...(dialog.current?.querySelectorAll<HTMLElement>(".term") ?? [])].at(-1)?.focus();
    else if (!combobox.onKey(event)) return;
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
        <SearchChips terms={terms} field={input} edit={edit} />
        <input
          ref={input}
          type="text"
          {...comboboxField(combobox)}
          aria-label={t("Go to a conversation or search")}
          aria-describedby="switcher-problem"
          aria-invalid={problems.value.length > 0}
          placeholder={terms.value.length > 0 ? t("Keywords") : t("A conversation, a person, or words to search for")}
          value={text.value}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p id="switcher-problem" class="problem" role="status">
        {problems.value.join(" ")}
      </p>
      <ComboboxList combobox={combobox} label={t("Results")} keyOf={({ href, name }) => href + name} followsPointer>
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
