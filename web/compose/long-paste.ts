import { t } from "../language/text.ts";
import { showToast } from "../ui/toast.ts";
import { replaceText } from "./text-box.tsx";

/** Offers to send a text that is longer than a message may be as a file. Until then it is in the box, and nothing is lost. */
export function offerFile(field: HTMLTextAreaElement, pasted: string, onFile: (file: File) => void): void {
  // A text area has no other line ends.
  const text = pasted.replaceAll(/\r\n?/g, "\n");
  const attach = () => {
    if (replaceText(field, text, "")) onFile(new File([text], `${t("pasted text")}.txt`, { type: "text/plain" }));
  };
  showToast(t("The pasted text is longer than a message may be."), {
    action: { name: t("Attach it as a file"), run: attach },
  });
}
