import { useSignal } from "@preact/signals";
import { Preview } from "../../compose/preview.tsx";
import { t } from "../../language/text.ts";
import { hasLostFocus, useDraft } from "../fields/draft.ts";

interface DescriptionInputProps {
  readonly id: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isLocked?: boolean;
  /** Called with the text when the field is left. */
  readonly onChange: (text: string) => unknown;
}

/** A few lines of Markdown, and how they will look. */
export function DescriptionInput({ id, value, maxLength, isLocked = false, onChange }: DescriptionInputProps) {
  const draft = useDraft(value, onChange);
  const isPreviewing = useSignal(false);
  return (
    <>
      {isPreviewing.value ? (
        <Preview text={draft.text} />
      ) : (
        <textarea
          id={id}
          class="text-input"
          rows={3}
          dir="auto"
          maxLength={maxLength}
          disabled={isLocked}
          value={isLocked ? value : draft.text}
          // The server keeps one line.
          onInput={(event) => draft.type(event.currentTarget.value.replaceAll("\n", " "))}
          onChange={draft.submit}
          onBlur={(event) => hasLostFocus(event.currentTarget) && draft.submit()}
        />
      )}
      <button
        type="button"
        class="link"
        aria-pressed={isPreviewing.value}
        onClick={() => (isPreviewing.value = !isPreviewing.value)}
      >
        {isPreviewing.value ? t("Back to editing") : t("Preview")}
      </button>
    </>
  );
}
