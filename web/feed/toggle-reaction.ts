import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { applyHere, current } from "../store.ts";
import { optimistically } from "../ui/optimistic.ts";

type Reaction = Message["reactions"][number];

/** Adds the user's reaction, or takes it back. */
export async function toggleReaction(
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Omit<Reaction, "user_id">,
): Promise<void> {
  const { ownId } = current.value;
  const isThere = message.reactions.some(
    (reaction) =>
      reaction.user_id === ownId && reaction.emoji_code === emoji_code && reaction.reaction_type === reaction_type,
  );
  const event = {
    type: "reaction",
    message_id: message.id,
    user_id: ownId,
    emoji_name,
    emoji_code,
    reaction_type,
  } as const;
  const change = (op: "add" | "remove") => applyHere({ ...event, op } as never);
  const args = { message_id: message.id, emoji_name, emoji_code, reaction_type } as const;
  await optimistically({
    show: () => change(isThere ? "remove" : "add"),
    takeBack: () => change(isThere ? "add" : "remove"),
    work: () =>
      call(
        isThere ? "DELETE /messages/{message_id}/reactions" : "POST /messages/{message_id}/reactions",
        args as never,
      ),
    type: "reaction",
  });
}
