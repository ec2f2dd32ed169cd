/** Whether each word of a search occurs in one of the texts. */
export function isFound(query: string, ...texts: readonly string[]): boolean {
  const all = texts.join(" ").toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
