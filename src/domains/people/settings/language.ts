/** A language as its speakers call it. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
