import { t } from "../language/text.ts";
import { current } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";

/** Gives a block of code a button that copies it, and one for each playground of its language. */
export function addCodeButtons(block: HTMLElement): void {
  const code = block.querySelector("pre");
  if (code === null || block.querySelector(".code-buttons") !== null) return;
  const text = () => code.textContent.trimEnd();
  const buttons = document.createElement("div");
  buttons.className = "code-buttons";
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = t("Copy");
  copy.addEventListener("click", () => void copyText(text(), t("Code copied.")));
  buttons.append(copy);
  const language = block.dataset["codeLanguage"];
  const playgrounds = current
    .peek()
    .definitions.playgrounds.filter((playground) => playground.pygments_language === language);
  if (playgrounds.length > 0)
    void import("#web/feed/playgrounds.ts").then(({ addPlaygrounds }) => addPlaygrounds(buttons, playgrounds, text));
  block.append(buttons);
}
