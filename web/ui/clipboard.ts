import { showToast } from "./toast.ts";
import { t } from "../language/text.ts";

/** Copies a text and says so in the words given. Pages without TLS may not use the clipboard directly: there the old command does it. */
export async function copyText(text: string, notice: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isCopied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isCopied === true || copyBySelection(text)) showToast(notice);
  else showToast(t("The browser does not allow copying here."), { isFailure: true });
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const active = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  return isDone;
}
