import type { CastMember } from "./server.ts";

/** The newest messages of a narrow as a user sees them, oldest first, with their source. */
export async function newestMessages(who: CastMember, narrow: readonly object[]) {
  const { messages } = await who.call("GET /messages", {
    anchor: "newest",
    num_before: 30,
    num_after: 0,
    narrow: narrow as never,
    apply_markdown: false,
  });
  return messages;
}
