import type { FunctionComponent } from "preact";
import { createElement } from "preact";
import { leave } from "../actions/channel-calls.ts";
import { deleteMessage } from "../actions/message-calls.ts";
import { deleteTopic, newestIn, placeName, type TopicPlace } from "../actions/topic-calls.ts";
import { t } from "../language/text.ts";
import { conversationOf } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { channels, current } from "../store.ts";
import { openDialog } from "../ui/dialog.tsx";
import { channelName } from "../ui/names.tsx";
import { attempt, showToast } from "../ui/toast.ts";
import { ChannelColor } from "./color.tsx";
import { Confirm, type ConfirmProps } from "./confirm.tsx";
import { History } from "./history.tsx";
import { Info } from "./info.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { Move } from "./move.tsx";
import { Profile } from "./profile.tsx";
import { Receipts } from "./receipts.tsx";
import { RemindMe } from "./reminder.tsx";
import { Report } from "./report.tsx";
import { SendLater } from "./schedule.tsx";
import { OwnStatus } from "./status.tsx";
import { ViewName, type ViewNameProps } from "./view-name.tsx";

const show = <Props extends object>(Content: FunctionComponent<Props>, props: Props): void =>
  openDialog(() => createElement(Content, props));

/** Asks before something that others would notice. */
export const showConfirm = (props: ConfirmProps): void => show(Confirm, props);

export function showDelete(message: Message): void {
  showConfirm({
    title: t("Delete this message?"),
    text: t("It disappears for everybody, with its files and reactions. This cannot be undone."),
    message,
    action: t("Delete"),
    run: async () => {
      await deleteMessage(message);
      showToast(t("Message deleted."));
    },
  });
}

export function showDeleteTopic(place: TopicPlace): void {
  showConfirm({
    title: t("Delete {topic}?", { topic: placeName(place) }),
    text: t("All its messages disappear for everybody. This cannot be undone."),
    action: t("Delete"),
    run: () => deleteTopic(place),
  });
}

export function showLeave(channelId: number): void {
  const isPrivate = channels.value.known.get(channelId)?.invite_only === true;
  showConfirm({
    title: t("Leave #{name}?", { name: channelName(channelId) }),
    text: isPrivate
      ? t("It is private: only somebody who is in it can bring you back.")
      : t("You get no more messages from it, and can come back at any time."),
    action: t("Leave"),
    run: () => leave(channelId),
  });
}

export function showMove(message: Message): void {
  const place = conversationOf(message, current.value.ownId);
  if (place.kind !== "topic") return;
  show(Move, {
    place,
    messageId: message.id,
    sentAt: message.timestamp,
    isWholeTopic: false,
  });
}

export function showRename(place: TopicPlace): void {
  void attempt(async () => {
    const newest = await newestIn(place);
    if (newest === undefined) {
      showToast(t("There are no messages in this topic any more."), { isFailure: true });
      return;
    }
    show(Move, {
      place,
      messageId: newest.id,
      sentAt: newest.timestamp,
      isWholeTopic: true,
    });
  });
}

export const showHistory = (message: Message): void => show(History, { message });
export const showReceipts = (message: Message): void => show(Receipts, { message });
export const showInfo = (message: Message): void => show(Info, { message });
export const showReminder = (message: Message): void => show(RemindMe, { message });
export const showSchedule = (run: (time: number) => Promise<unknown>): void => show(SendLater, { run });
export const showReport = (message: Message): void => show(Report, { message });
export const showColor = (channelId: number): void => show(ChannelColor, { channelId });
export const showProfile = (userId: number): void => show(Profile, { userId, onStatus: showStatus });
export const showStatus = (): void => show(OwnStatus, {});
export const showViewName = (props: ViewNameProps): void => show(ViewName, props);
export const showKeys = (): void => show(KeysHelp, {});
