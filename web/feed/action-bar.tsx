import { useComputed } from "@preact/signals";
import { openMessageMenu, openReactionPicker, withActions } from "../actions/open.ts";
import { t } from "../language/text.ts";
import { mayEdit } from "../state/permissions.ts";
import type { Message } from "../state/registered.ts";
import { current } from "../store.ts";
import { isPainted } from "../ui/after-frame.ts";
import { Icon } from "../ui/icon.tsx";
import { activeId, selectedId, startEditing } from "./selection.ts";

/**
 * The actions of a message: of the one under the pointer or around the focus the usual ones, of every other one the
 * button for all of them, which fingers and screen readers find.
 */
export function ActionBar({ message }: { message: Message }) {
  return isPainted.value ? <Actions message={message} /> : null;
}

function Actions({ message }: { message: Message }) {
  const { id } = message;
  const isActive = useComputed(() => activeId.value === id || selectedId.value === id);
  const isReachable = useComputed(() => selectedId.value === id);
  const tabIndex = isReachable.value ? 0 : -1;
  return (
    <div class="action-bar" role="group" aria-label={t("Actions")}>
      {isActive.value && <Usual message={message} tabIndex={tabIndex} />}
      <button
        type="button"
        class="icon-button more"
        aria-label={t("All actions")}
        aria-haspopup="menu"
        title={t("All actions (I)")}
        tabIndex={tabIndex}
        onClick={(event) => openMessageMenu(id, event.currentTarget)}
      >
        <Icon name="more" />
      </button>
    </div>
  );
}

function Usual({ message, tabIndex }: { message: Message; tabIndex: number }) {
  const { id } = message;
  const isStarred = message.flags.includes("starred");
  const canEdit = mayEdit(current.value, message, Date.now() / 1000).isAllowed;
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={t("React")}
        title={t("React (:)")}
        tabIndex={tabIndex}
        onClick={(event) => openReactionPicker(id, event.currentTarget)}
      >
        <Icon name="smilePlus" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("Reply")}
        title={t("Reply (R)")}
        tabIndex={tabIndex}
        onClick={() => withActions(({ replyTo }) => replyTo(message))}
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
        onClick={() => withActions(({ toggleStar }) => toggleStar(message))}
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
    </>
  );
}
