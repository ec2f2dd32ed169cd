import { useComputed, useSignal } from "@preact/signals";
import { openProfile } from "../actions/open.ts";
import { t, tn } from "../language/text.ts";
import { memo } from "../ui/memo.ts";
import { Avatar } from "../ui/avatar.tsx";
import { clockTime, dayName, fullTime } from "../ui/time.ts";
import type { Message } from "../state/registered.ts";
import { mentionsUser } from "../state/messages.ts";
import { current } from "../store.ts";
import { ActionBar } from "./action-bar.tsx";
import { Content } from "./content.tsx";
import { Editing } from "./editing.tsx";
import { editingId } from "./selection.ts";
import { Reactions } from "./reactions.tsx";
import { RecipientBar } from "./recipient-bar.tsx";
import { WidgetHost } from "./widgets/widget-host.tsx";

export interface RowProps {
  readonly message: Message;
  /** Follows another one of the same sender at once: without picture and name. */
  readonly isGrouped: boolean;
  readonly hasDay: boolean;
  /** So many unread messages begin here. */
  readonly newCount: number | undefined;
  readonly hasRecipient: boolean;
  readonly isSelected: boolean;
}

/** A message and what separates it from the one before. */
export const Row = memo(function Row({ message, isGrouped, hasDay, newCount, hasRecipient, isSelected }: RowProps) {
  const { id, sender_id, sender_full_name: name, timestamp } = message;
  const classes = ["message", isGrouped && "grouped", mentionsUser(message) && "mentions-me", isSelected && "selected"];
  return (
    <article
      class="row"
      data-key={id}
      data-message={id}
      tabIndex={isSelected ? 0 : -1}
      aria-labelledby={`by-${id} text-${id} at-${id}`}
    >
      {hasDay && <p class="line day">{dayName(timestamp)}</p>}
      {newCount !== undefined && <p class="line new">{tn(newCount, "{count} new", "{count} new")}</p>}
      {hasRecipient && <RecipientBar message={message} />}
      <div class={classes.filter(Boolean).join(" ")}>
        {!isGrouped && (
          <span class="picture" onClick={() => openProfile(sender_id)}>
            <Avatar userId={sender_id} name={name} class="large" />
          </span>
        )}
        <header>
          <button type="button" class="sender" id={`by-${id}`} tabIndex={-1} onClick={() => openProfile(sender_id)}>
            {name}
          </button>
          <a class="time" id={`at-${id}`} href={`#narrow/near/${id}`} title={fullTime(timestamp)}>
            {clockTime(timestamp)}
          </a>
        </header>
        <Text message={message} />
        {message.last_edit_timestamp !== undefined && (
          <span class="edited" title={fullTime(message.last_edit_timestamp)}>
            {t("edited")}
          </span>
        )}
        {message.reactions.length > 0 && <Reactions message={message} />}
        <ActionBar message={message} isSelected={isSelected} />
      </div>
    </article>
  );
});

function Text({ message }: { message: Message }) {
  const isEdited = useComputed(() => editingId.value === message.id);
  const isMuted = useComputed(() => current.value.personal.mutedUsers.has(message.sender_id));
  const isShown = useSignal(false);
  if (isEdited.value) return <Editing message={message} />;
  if (isMuted.value && !isShown.value) {
    return (
      <p id={`text-${message.id}`} class="hint">
        {t("A message of somebody whom you muted.")}{" "}
        <button type="button" class="link" onClick={() => (isShown.value = true)}>
          {t("Show")}
        </button>
      </p>
    );
  }
  const id = `text-${message.id}`;
  if (message.submessages.length > 0) {
    return (
      <div id={id}>
        <WidgetHost message={message} />
      </div>
    );
  }
  return message.is_me_message ? (
    <Content id={id} class="me" html={meHtml(message.sender_full_name, message.content)} />
  ) : (
    <Content id={id} html={message.content} />
  );
}

/** `/me waves` is shown as a sentence about the sender. */
function meHtml(name: string, content: string): string {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return content.replace(/^<p>\/me\s?/, `<p><strong>${escaped}</strong> `);
}
