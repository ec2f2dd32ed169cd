/** Shorter texts cannot have more. */
const MAX_CONTAINERS = 50_000;

const [QUOTE, BACKSLASH, LIST, OBJECT] = [34, 92, 91, 123] as const;

/**
 * Whether JSON text has more lists and objects than any client sends, beside or within each other: the parser needs ten times
 * as long for each as for the same text of strings and numbers.
 */
export function hasTooManyContainers(text: string): boolean {
  if (text.length <= MAX_CONTAINERS) return false;
  let containers = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === BACKSLASH) at += 1;
      else isQuoted = code !== QUOTE;
    } else if (code === QUOTE) isQuoted = true;
    else if (code === LIST || code === OBJECT) {
      containers += 1;
      if (containers > MAX_CONTAINERS) return true;
    }
  }
  return false;
}
