import { Icon } from "../icon.tsx";
import { openEmojiPicker } from "./open.ts";
import { t } from "../../language/text.ts";

/** Chooses an emoji for the text of the form that the button is in. */
export function EmojiButton() {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t("Emoji")}
      title={t("Emoji")}
      onClick={({ currentTarget: button }) =>
        openEmojiPicker(
          button,
          (_emoji, text) => {
            const field = button.closest("form")?.querySelector("textarea");
            if (field != null) insert(field, `${text} `);
          },
          true,
        )
      }
    >
      <Icon name="smile" />
    </button>
  );
}

/** By a command of the browser, so that it can be undone. */
function insert(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
