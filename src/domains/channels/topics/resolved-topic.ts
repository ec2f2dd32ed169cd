/** What the topics that are done with begin with. */
export const MARK = "✔ ";

/** Whether a new name only marks a topic as resolved, or takes the mark away. Names are cut where they are too long. */
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
