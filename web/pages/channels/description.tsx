import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Preview } from "../../compose/preview.tsx";
import { t } from "../../language/text.ts";

interface DescriptionInputProps {
  readonly id: string;
  readonly value: string;
  readonly maxLength: number;
  readonly isLocked?: boolean;
  /** Called with the text when the field is left. */
  readonly onChange: (text: string) => void;
}

/** A few lines of Markdown, and how they will look. */
export function DescriptionInput({ id, value, maxLength, isLocked = false, onChange }: DescriptionInputProps) {
  const draft = useSignal(value);
  const isPreviewing = useSignal(false);
  useEffect(() => {
    draft.value = value;
  }, [value]);
  return (
    <>
      {isPreviewing.value ? (
        <Preview text={draft.value} />
      ) : (
        <textarea
          id={id}
          class="text-input"
          rows={3}
          dir="auto"
          maxLength={maxLength}
          disabled={isLocked}
          value={draft.value}
          onInput={(event) => (draft.value = event.currentTarget.value)}
          onChange={() => draft.value !== value && onChange(draft.value)}
        />
      )}
      <button
        type="button"
        class="link"
        aria-pressed={isPreviewing.value}
        onClick={() => (isPreviewing.value = !isPreviewing.value)}
      >
        {isPreviewing.value ? t("Back to the text") : t("Preview")}
      </button>
    </>
  );
}
