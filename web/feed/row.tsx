import { useComputed, useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { openDialog, openMenu } from "../ui/open.ts";
import { t, tn } from "../language/text.ts";
import { isPainted } from "../ui/after-frame.ts";
import { Avatar } from "../ui/avatar.tsx";
import { GuestMark } from "../ui/names.tsx";
import { clockTime, dayName, fullTime } from "../ui/time.ts";
import type { Message } from "../state/registered.ts";
import { type Hit, mentionsUser } from "../narrow/messages.ts";
import { CollapsedText, isCollapsed } from "./collapse.tsx";
import { Content } from "./content.tsx";
import { LongContent, mayBeLong } from "./folding.tsx";
import { EditBox, UsualActions } from "./row-parts.ts";
import { activeId } from "./selection.ts";
import { Reactions } from "./reactions.tsx";
import { RecipientBar } from "./recipient-bar.tsx";
import { WidgetHost } from "./widgets/widget-host.tsx";

export interface RowProps {
  readonly message: Message;
  /** What a search has marked in it. */
  readonly hit: Hit | undefined;
  /** Follows another one of the same sender at once: without picture and name. */
  readonly isGrouped: boolean;
  readonly hasDay: boolean;
  /** So many unread messages begin here. */
  readonly newCount: number | undefined;
  readonly hasRecipient: boolean;
  readonly isSelected: boolean;
  readonly isEdited: boolean;
  /** Its sender is muted. */
  readonly isMuted: boolean;
}

/**
 * A message and what separates it from the one before. Many rows are drawn in each frame while somebody scrolls, so one
 * component draws what most rows have. It reads signals: such a component is drawn again only for other properties.
 */
export function Row(props: RowProps) {
  const { message, isGrouped, hasDay, newCount, hasRecipient, isSelected } = props;
  const { id, sender_id, sender_full_name: name, timestamp } = message;
  const isUnderPointer = useComputed(() => activeId.value === id);
  // The usual actions are those of the message under the pointer or around the focus. Every message has the button for
  // all of them, which fingers and screen readers find.
  const hasUsualActions = isUnderPointer.value || isSelected;
  const openCard = ({ currentTarget: at }: TargetedEvent<HTMLElement>) =>
    openDialog("person-card", { userId: sender_id, at });
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
      {hasRecipient && <RecipientBar message={message} hit={props.hit} />}
      <div class={classes.filter(Boolean).join(" ")}>
        {!isGrouped && (
          <span class="picture" onClick={openCard}>
            <Avatar userId={sender_id} name={name} class="large" />
          </span>
        )}
        <header>
          <button type="button" class="sender" id={`by-${id}`} tabIndex={-1} aria-haspopup="dialog" onClick={openCard}>
            {name}
            <GuestMark userId={sender_id} />
          </button>
          <a class="time" id={`at-${id}`} href={`#narrow/near/${id}`} title={fullTime(timestamp)}>
            {clockTime(timestamp)}
          </a>
        </header>
        {textOf(props)}
        {message.last_edit_timestamp !== undefined && (
          <span class="edited" title={fullTime(message.last_edit_timestamp)}>
            {t("edited")}
          </span>
        )}
        {message.reactions.length > 0 && <Reactions message={message} />}
        {hasUsualActions && <UsualActions key="usual" message={message} tabIndex={isSelected ? 0 : -1} />}
        {isPainted.value && (
          <button
            key="more"
            type="button"
            class="more-actions"
            aria-label={t("All actions")}
            aria-haspopup="menu"
            title={t("All actions (I)")}
            tabIndex={isSelected ? 0 : -1}
            onClick={(event) => openMenu("message", { messageId: id }, event.currentTarget)}
          />
        )}
      </div>
    </article>
  );
}

function textOf({ message, hit, isEdited, isMuted }: RowProps) {
  if (isEdited) return <EditBox message={message} />;
  if (isMuted) return <MutedText message={message} />;
  return isCollapsed(message) ? <CollapsedText message={message} /> : shownText(message, hit);
}

/** What a muted person wrote is shown to those who ask for it. */
function MutedText({ message }: { message: Message }) {
  const isShown = useSignal(false);
  if (isShown.value) return shownText(message);
  return (
    <p id={`text-${message.id}`} class="hint">
      {t("A message from someone you muted.")}{" "}
      <button type="button" class="link" onClick={() => (isShown.value = true)}>
        {t("Show")}
      </button>
    </p>
  );
}

function shownText(message: Message, hit?: Hit) {
  const id = `text-${message.id}`;
  // Since it was found, it may have been edited.
  const html = (message.content === hit?.content && hit.match_content) || message.content;
  if (message.submessages.length > 0) {
    return (
      <div id={id}>
        <WidgetHost message={message} />
      </div>
    );
  }
  if (message.is_me_message) return <Content id={id} class="me" html={meHtml(message.sender_full_name, html)} />;
  // What was found may be in any part of it.
  return hit === undefined && mayBeLong(html) ? (
    <LongContent messageId={message.id} html={html} />
  ) : (
    <Content id={id} html={html} class={isEmojiOnly(html) ? "emoji-only" : ""} />
  );
}

/** A few emoji and nothing else are shown large. */
const isEmojiOnly = (html: string): boolean =>
  html.length < 800 &&
  /^<p>(?:<(?:span|img)[^>]*class="emoji[^>]*>(?::[^<]*<\/span>)?|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\u200d|\ufe0f|\s)+<\/p>$/u.test(
    html,
  );

/** `/me waves` is shown as a sentence about the sender. */
function meHtml(name: string, content: string): string {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return content.replace(/^<p>\/me\s?/, `<p><strong>${escaped}</strong> `);
}
