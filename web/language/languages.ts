/** Languages that the client has, each by its own name: English, and those whose translations the page tells of. */
export function languages(): readonly { readonly value: string; readonly label: string }[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name^="parley-language-"]');
  const codes = ["en", ...[...metas].map(({ name }) => name.slice("parley-language-".length))];
  return codes.map((code) => ({
    value: code,
    label: new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code,
  }));
}
