/** The note in the text of a reminder: the server quotes it after the first sentence. */
export function noteIn(content: string): string {
  const [, quoted] = /\n\n((?:>[^\n]*(?:\n|$))+)/.exec(content) ?? [];
  return quoted === undefined ? "" : quoted.replaceAll(/^> ?/gm, "").trimEnd();
}
