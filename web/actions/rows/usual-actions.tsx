import { toggleStar } from "../../calls/message-calls.ts";
import { pickReaction } from "../../feed/react.ts";
import { replyTo } from "../writing.ts";
import { t, tc } from "../../language/text.ts";
import { mayEdit } from "../../state/permissions.ts";
import type { Message } from "../../state/registered.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { startEditing } from "../../feed/selection.ts";

/** The actions that are wanted most often. */
export function UsualActions({ message, tabIndex }: { message: Message; tabIndex: 0 | -1 }) {
  const { id } = message;
  const isStarred = message.flags.includes("starred");
  const canEdit = mayEdit(current.value, message, Date.now() / 1000).isAllowed;
  return (
    <div class="action-bar" role="group" aria-label={t("Actions")}>
      <Action
        icon="smilePlus"
        label={t("React")}
        title={t("React (:)")}
        tabIndex={tabIndex}
        run={(button) => pickReaction(id, button)}
      />
      <Action
        icon="reply"
        label={t("Reply")}
        title={t("Reply (R)")}
        tabIndex={tabIndex}
        run={() => void replyTo(message)}
      />
      <Action
        icon="star"
        label={isStarred ? t("Unstar") : tc("verb", "Star")}
        title={isStarred ? t("Unstar (*)") : t("Star (*)")}
        isPressed={isStarred}
        tabIndex={tabIndex}
        run={() => void toggleStar(message)}
      />
      {canEdit && (
        <Action
          icon="pencil"
          label={t("Edit")}
          title={t("Edit (E)")}
          tabIndex={tabIndex}
          run={() => startEditing(id)}
        />
      )}
    </div>
  );
}

interface ActionProps {
  readonly icon: "smilePlus" | "reply" | "star" | "pencil";
  readonly label: string;
  readonly title: string;
  /** Only of what is turned on and off. */
  readonly isPressed?: boolean;
  readonly tabIndex: 0 | -1;
  readonly run: (button: HTMLButtonElement) => void;
}

function Action({ icon, label, title, isPressed, tabIndex, run }: ActionProps) {
  return (
    <button
      type="button"
      class={isPressed === true ? "icon-button starred" : "icon-button"}
      aria-label={label}
      aria-pressed={isPressed}
      title={title}
      tabIndex={tabIndex}
      onClick={(event) => run(event.currentTarget)}
    >
      <Icon name={icon} />
    </button>
  );
}
