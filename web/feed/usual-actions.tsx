import { toggleStar } from "../actions/message-calls.ts";
import { pickReaction } from "../actions/react.ts";
import { replyTo } from "../actions/writing.ts";
import { t } from "../language/text.ts";
import { mayEdit } from "../state/permissions.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { startEditing } from "./selection.ts";

/** The actions that are wanted most often. */
export function UsualActions({ message, tabIndex }: { message: Message; tabIndex: 0 | -1 }) {
  const { id } = message;
  const isStarred = message.flags.includes("starred");
  const canEdit = mayEdit(current.value, message, Date.now() / 1000).isAllowed;
  return (
    <div class="action-bar" role="group" aria-label={t("Actions")}>
      <button
        type="button"
        class="icon-button"
        aria-label={t("React")}
        title={t("React (:)")}
        tabIndex={tabIndex}
        onClick={(event) => pickReaction(id, event.currentTarget)}
      >
        <Icon name="smilePlus" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Reply")}
        title={t("Reply (R)")}
        tabIndex={tabIndex}
        onClick={() => void replyTo(message)}
      >
        <Icon name="reply" />
      </button>
      <button
        type="button"
        class={isStarred ? "icon-button starred" : "icon-button"}
        aria-label={isStarred ? t("Remove the star") : t("Star")}
        aria-pressed={isStarred}
        title={isStarred ? t("Remove the star (*)") : t("Star (*)")}
        tabIndex={tabIndex}
        onClick={() => void toggleStar(message)}
      >
        <Icon name="star" />
      </button>
      {canEdit && (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Edit")}
          title={t("Edit (E)")}
          tabIndex={tabIndex}
          onClick={() => startEditing(id)}
        >
          <Icon name="pencil" />
        </button>
      )}
    </div>
  );
}
