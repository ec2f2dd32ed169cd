import { t } from "../language/text.ts";
import { personOf } from "../state/people.ts";
import type { Message } from "../state/registered.ts";
import { current, people, setting } from "../store.ts";
import { Emoji } from "../ui/emoji.tsx";
import { Icon } from "../ui/icon.tsx";
import { withPart } from "../ui/parts.tsx";

type Reaction = Message["reactions"][number];

/** Reactions to a message, each of which can be joined or left. */
export function Reactions({ message }: { message: Message }) {
  const groups = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type}/${emoji_code}`);
  return (
    <ul class="reactions" aria-label={t("Reactions")}>
      {[...groups].map(([key, reactions]) => (
        <li key={key}>
          <ReactionButton message={message} reactions={reactions} showsNames={message.reactions.length <= 3} />
        </li>
      ))}
      <li>
        <button
          type="button"
          class="reaction add"
          aria-label={t("Add a reaction")}
          title={t("Add a reaction")}
          tabIndex={-1}
          onClick={(event) => pickReaction(message.id, event.currentTarget)}
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
    id === ownId ? t("You") : (personOf(people.value, id)?.full_name ?? t("Someone")),
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
      onClick={() =>
        withPart(import("#web/feed/toggle-reaction.ts"), ({ toggleReaction }) => toggleReaction(message, first))
      }
    >
      <Emoji {...first} />
      <span class="count" aria-hidden="true">
        {isNamed ? names.join(", ") : names.length}
      </span>
    </button>
  );
}

const pickReaction = (messageId: number, at: HTMLElement): void =>
  withPart(import("#web/feed/react.ts"), (part) => part.pickReaction(messageId, at));
