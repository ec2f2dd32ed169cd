/** What of a box is to be filled in first: the recipient or the topic while they are empty, else the text. */
export function firstField(text: HTMLTextAreaElement): HTMLElement {
  const above = text.closest(".compose")?.querySelectorAll<HTMLInputElement>(".to input:not([data-optional])") ?? [];
  return [...above].find(({ value }) => value === "") ?? text;
}
