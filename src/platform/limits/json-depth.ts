/** Whether JSON is nested deeper. Counts brackets outside of strings, without recursion: no depth can exhaust the stack. */
export function isDeeperThan(json: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > most) return true;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return false;
}

/** The position of the quote that ends a string, or the end of the text. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json[at];
    if (character === "\\") at += 1;
    else if (character === '"') return at;
  }
  return json.length;
}
