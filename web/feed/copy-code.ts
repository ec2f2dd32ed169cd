const SHOWN_MS = 1500;

/** Gives a block of code a button that copies it. */
export function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector("pre");
  if (code === null || block.querySelector(".copy-code") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    const show = (word: string) => {
      button.textContent = word;
      button.classList.add("copied");
      setTimeout(() => {
        button.textContent = "Copy";
        button.classList.remove("copied");
      }, SHOWN_MS);
    };
    copyText(code.textContent.trimEnd()).then(
      () => show("Copied"),
      () => show("Press Ctrl C"),
    );
  });
  block.append(button);
}

/** Over plain http browsers have no clipboard for scripts but this old command. */
async function copyText(text: string): Promise<void> {
  if ("clipboard" in navigator) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("the browser did not copy");
}
