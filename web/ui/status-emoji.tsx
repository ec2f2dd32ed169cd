import { current } from "../store.ts";
import { Emoji } from "./emoji.tsx";

/** The emoji of somebody's status, with its words. */
export function StatusEmoji({ userId }: { userId: number }) {
  const status = current.value.statuses.get(userId);
  if (status?.emoji_name === undefined) return null;
  const words = status.status_text ?? status.emoji_name.replaceAll("_", " ");
  return (
    <span class="status" role="img" aria-label={words} title={words}>
      <Emoji
        emoji_name={status.emoji_name}
        emoji_code={status.emoji_code ?? ""}
        reaction_type={status.reaction_type ?? ""}
      />
    </span>
  );
}
