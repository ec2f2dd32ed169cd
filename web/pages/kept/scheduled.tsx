import { addToDraft } from "../../compose/all-drafts.ts";
import { draftFor, saveDraft } from "../../compose/drafts.ts";
import { Content } from "../../feed/content.tsx";
import { t } from "../../language/text.ts";
import { call, isTemporary } from "../../link/http.ts";
import { randomId } from "../../link/random-id.ts";
import { type Conversation, directWith, recipientOf } from "../../state/conversation.ts";
import type { ScheduledMessage } from "../../state/registered.ts";
import { current, send } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MORE_ICONS } from "../../ui/more-icons.ts";
import { conversationName } from "../../ui/names.tsx";
import { go, hrefTo } from "../../ui/route.ts";
import { shortMoment } from "../../ui/short-time.ts";
import { attempt, showToast } from "../../ui/toast.ts";
import { EditScheduled } from "./edit-scheduled.tsx";
import { KeptPage, Place } from "./kept-page.tsx";
import { showDialog } from "../../ui/show-dialog.ts";

/** Messages that are sent later. */
export function Scheduled() {
  const messages = [...current.value.personal.scheduled.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  return (
    <KeptPage
      title={t("Scheduled messages")}
      icon="clock"
      empty={t("No scheduled messages.")}
      hint={t("Use the clock beside “Send” to send a message later.")}
      count={messages.length}
    >
      {messages.map((message) => (
        <ScheduledEntry key={message.scheduled_message_id} message={message} />
      ))}
    </KeptPage>
  );
}

const placeOf = ({ to, topic = "" }: ScheduledMessage): Conversation =>
  typeof to === "number" ? { kind: "topic", channelId: to, topic } : directWith(to, current.value.ownId);

const unschedule = ({ scheduled_message_id: id }: ScheduledMessage): Promise<unknown> =>
  call("DELETE /scheduled_messages/{scheduled_message_id}", { scheduled_message_id: id });

/**
 * Takes a message out of the list, first of all into the box of its conversation: where the connection breaks, it is
 * somewhere. What the server refuses (it may have sent the message a moment ago) leaves the box as it was.
 */
const takeOut = async (message: ScheduledMessage): Promise<{ readonly leaveBox: () => void }> => {
  const place = placeOf(message);
  const before = await draftFor(place);
  const leaveBox = () => saveDraft(place, before);
  // Once, however often it is tried.
  if (!before.endsWith(message.content)) await addToDraft(place, message.content);
  try {
    await unschedule(message);
  } catch (error) {
    if (!isTemporary(error)) leaveBox();
    throw error;
  }
  return { leaveBox };
};

const sendNow = (message: ScheduledMessage): Promise<unknown> =>
  attempt(async () => {
    const { leaveBox } = await takeOut(message);
    send({
      localId: randomId(),
      userId: current.value.ownId,
      conversation: placeOf(message),
      content: message.content,
      time: Date.now(),
      progress: "waiting",
    });
    leaveBox();
    go(hrefTo(placeOf(message)));
  });

const toBox = (message: ScheduledMessage): Promise<unknown> =>
  attempt(async () => {
    await takeOut(message);
    go(hrefTo(placeOf(message)));
  });

const remove = (message: ScheduledMessage): Promise<unknown> =>
  attempt(async () => {
    await unschedule(message);
    const again = () =>
      call("POST /scheduled_messages", {
        ...recipientOf(placeOf(message), current.value.ownId),
        content: message.content,
        scheduled_delivery_timestamp: message.scheduled_delivery_timestamp,
      });
    showToast(t("The message will not be sent."), { action: { name: t("Undo"), run: () => void attempt(again) } });
  });

function ScheduledEntry({ message }: { readonly message: ScheduledMessage }) {
  const place = placeOf(message);
  const name = conversationName(place);
  return (
    <li>
      <p class="kept-head">
        <Place conversation={place} />
        <time class="hint">{shortMoment(message.scheduled_delivery_timestamp)}</time>
      </p>
      {message.failed && <p class="failure">{t("It could not be sent. Choose another time, or send it now.")}</p>}
      <Content html={message.rendered_content} />
      <div class="buttons-left">
        <button
          type="button"
          class="secondary"
          aria-label={t("Edit… the message to {recipients}", { recipients: name })}
          onClick={() => showDialog(() => <EditScheduled message={message} />)}
        >
          {t("Edit…")}
        </button>
        <button
          type="button"
          class="secondary"
          aria-label={t("Send now: message to {recipients}", { recipients: name })}
          onClick={() => void sendNow(message)}
        >
          {t("Send now")}
        </button>
        <button
          type="button"
          class="secondary"
          aria-label={t("Edit as draft: message to {recipients}", { recipients: name })}
          onClick={() => void toBox(message)}
        >
          {t("Edit as draft")}
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t("Delete the message to {recipients}", { recipients: name })}
          onClick={() => void remove(message)}
        >
          <Icon name={MORE_ICONS.trash} />
        </button>
      </div>
    </li>
  );
}
