import { t } from "../language/text.ts";
import { current } from "../store.ts";
import { openMenu, type OpenMenu } from "../ui/menu.ts";
import { go } from "../ui/route.ts";

/** Offers the user's snippets, and inserts the chosen one where the caret is. */
export function showSnippetMenu(field: HTMLTextAreaElement, at: OpenMenu["at"]): void {
  const snippets = [...current.value.personal.snippets.values()].sort((a, b) => a.title.localeCompare(b.title));
  openMenu(
    t("Saved snippets"),
    [
      snippets.map(({ title, content }) => ({
        name: title,
        icon: "quote",
        choose: () => insertAtCaret(field, content),
      })),
      [{ name: t("Manage snippets…"), icon: "settings", choose: () => go("#settings/snippets") }],
    ],
    at,
  );
}

/** By a command of the browser, old as it is: only so the user can undo it. */
function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
