import { leave } from "../calls/channel-calls.ts";
import { deleteMessage } from "../calls/message-calls.ts";
import { deleteTopic, placeName } from "../calls/topic-calls.ts";
import { t } from "../language/text.ts";
import type { TopicPlace } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { channels } from "../store.ts";
import { channelName } from "../ui/names.tsx";
import { openDialog } from "../ui/open.ts";
import { showToast } from "../ui/toast.ts";

/** What others would notice, or what cannot be undone, is asked for first. */

export const confirmDelete = (message: Message): void =>
  openDialog("confirm", {
    title: t("Delete this message?"),
    text: t("It will be deleted for everyone, with its files and reactions. This cannot be undone."),
    message,
    action: t("Delete"),
    run: async () => {
      await deleteMessage(message);
      showToast(t("Message deleted."));
    },
  });

export const confirmDeleteTopic = (place: TopicPlace): void =>
  openDialog("confirm", {
    title: t("Delete {topic}?", { topic: placeName(place) }),
    text: t("All of its messages will be deleted for everyone. This cannot be undone."),
    action: t("Delete"),
    run: () => deleteTopic(place),
  });

export function confirmLeave(channelId: number): void {
  const isPrivate = channels.value.known.get(channelId)?.invite_only === true;
  openDialog("confirm", {
    title: t("Leave #{channel}?", { channel: channelName(channelId) }),
    text: isPrivate
      ? t("It is private: only someone in it can add you again.")
      : t("You will get no more messages from it, and can rejoin at any time."),
    action: t("Leave"),
    run: () => leave(channelId),
  });
}
