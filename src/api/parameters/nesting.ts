/** Shorter texts are parsed soon enough, however deep they nest. */
const MAX_UNCHECKED = 100_000;
const MAX_DEPTH = 1000;

const [QUOTE, BACKSLASH] = [34, 92] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

/** Whether JSON text nests deeper than any client's: the parser takes four times as long for each value of such a text. */
export function nestsTooDeep(text: string): boolean {
  if (text.length <= MAX_UNCHECKED) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === BACKSLASH) at += 1;
      else isQuoted = code !== QUOTE;
    } else if (code === QUOTE) isQuoted = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
