import { call } from "../link/http.ts";
import { personOf } from "../state/people.ts";
import type { Message } from "../state/registered.ts";
import { applyHere, current, people, setting } from "../store.ts";
import { openReactionPicker } from "../actions/open.ts";
import { Emoji } from "../ui/emoji.tsx";
import { Icon } from "../ui/icon.tsx";
import { reasonOf, showToast } from "../ui/toast.ts";

type Reaction = Message["reactions"][number];

/** Reactions to a message, each of which can be joined or left. */
export function Reactions({ message }: { message: Message }) {
  const groups = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type}/${emoji_code}`);
  return (
    <ul class="reactions" aria-label="Reactions">
      {[...groups].map(([key, reactions]) => (
        <li key={key}>
          <ReactionButton message={message} reactions={reactions} showsNames={message.reactions.length <= 3} />
        </li>
      ))}
      <li>
        <button
          type="button"
          class="reaction add"
          aria-label="Add a reaction"
          title="Add a reaction"
          tabIndex={-1}
          onClick={(event) => openReactionPicker(message.id, event.currentTarget)}
        >
          <Icon name="smilePlus" />
        </button>
      </li>
    </ul>
  );
}

interface ButtonProps {
  readonly message: Message;
  readonly reactions: readonly Reaction[];
  readonly showsNames: boolean;
}

function ReactionButton({ message, reactions, showsNames }: ButtonProps) {
  const { ownId } = current.value;
  const [first] = reactions as [Reaction];
  const isMine = reactions.some(({ user_id }) => user_id === ownId);
  const names = reactions.map(({ user_id: id }) =>
    id === ownId ? "You" : (personOf(people.value, id)?.full_name ?? "Somebody"),
  );
  const label = `${names.join(", ")}: ${first.emoji_name.replaceAll("_", " ")}`;
  const isNamed = showsNames && setting("display_emoji_reaction_users", true) && names.length <= 2;
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={isMine}
      aria-label={label}
      title={label}
      onClick={() => void toggleReaction(message, first)}
    >
      <Emoji {...first} />
      <span class="count" aria-hidden="true">
        {isNamed ? names.join(", ") : names.length}
      </span>
    </button>
  );
}

/** Adds the user's reaction, or takes it back. */
export async function toggleReaction(
  message: Message,
  { emoji_name, emoji_code, reaction_type }: Omit<Reaction, "user_id">,
): Promise<void> {
  const { ownId } = current.value;
  const isThere = message.reactions.some(
    (one) => one.user_id === ownId && one.emoji_code === emoji_code && one.reaction_type === reaction_type,
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
  change(isThere ? "remove" : "add");
  try {
    await call(
      isThere ? "DELETE /messages/{message_id}/reactions" : "POST /messages/{message_id}/reactions",
      args as never,
    );
  } catch (error) {
    change(isThere ? "add" : "remove");
    showToast(reasonOf(error), { isFailure: true });
  }
}
