/** The prefix of resolved topics. */
const MARK = "✔ ";

/** Whether a new name only marks a topic as resolved, or removes the mark. Names that are too long are truncated. */
export function resolution(
  before: string,
  after: string,
  cut: (topic: string) => string,
): "resolved" | "unresolved" | undefined {
  if (isResolved(after) && !isResolved(before) && after === cut(MARK + before)) return "resolved";
  if (isResolved(before) && !isResolved(after) && after === before.slice(MARK.length)) return "unresolved";
  return undefined;
}

export const isResolved = (topic: string): boolean => topic.startsWith(MARK);
