import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../language/text.ts";
import { isComposing } from "../../ui/composing.ts";
import { Icon } from "../../ui/icon.tsx";

interface TitleProps {
  readonly text: string;
  /** What is shown where there is no title. */
  readonly empty: string;
  /** What the title is called. */
  readonly label: string;
  /** For those who may change it. */
  readonly save?: (text: string) => void;
}

/** The title of a poll or a list, which its author can change. */
export function WidgetTitle({ text, empty, label, save }: TitleProps) {
  const isChanged = useSignal(false);
  if (isChanged.value && save !== undefined)
    return <TitleField text={text} label={label} save={save} close={() => (isChanged.value = false)} />;
  const name = t("Change: {name}", { name: label });
  return (
    <p class="widget-title">
      <span dir="auto">{text === "" ? empty : text}</span>
      {save !== undefined && (
        <button
          type="button"
          class="icon-button"
          aria-label={name}
          title={name}
          onClick={() => (isChanged.value = true)}
        >
          <Icon name="pencil" />
        </button>
      )}
    </p>
  );
}

interface FieldProps extends Required<Pick<TitleProps, "text" | "label" | "save">> {
  readonly close: () => void;
}

function TitleField({ text, label, save, close }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const typed = useSignal(text);
  useLayoutEffect(() => field.current?.select(), []);
  const isReady = typed.value.trim() !== "";
  return (
    <form
      class="add title-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && typed.value.trim() !== text) save(typed.value.trim());
        if (isReady) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        ref={field}
        aria-label={label}
        maxLength={500}
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <button type="submit" class="icon-button" aria-label={t("Save")} title={t("Save")} disabled={!isReady}>
        <Icon name="check" />
      </button>
    </form>
  );
}
