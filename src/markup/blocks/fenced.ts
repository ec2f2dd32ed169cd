/** A fenced block that its text cannot leave. */
export function fenced(text: string, word = ""): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${word}\n${text}\n${fence}`;
}
