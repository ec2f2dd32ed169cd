/** Hands a text to the user as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for a file that every system takes. */
export const fileName = (text: string): string =>
  text
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, "-")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 100) || "parley";
