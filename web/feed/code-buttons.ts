import { copyText } from "../ui/clipboard.ts";

/** Gives a block of code a button that copies it. */
export function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector("pre");
  if (code === null || block.querySelector(".copy-code") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", () => void copyText(code.textContent.trimEnd(), "Code"));
  block.append(button);
}
