import { toggleReaction } from "./toggle-reaction.ts";
import { messageIn } from "../state/message-map.ts";
import { messages } from "../store.ts";
import { openEmojiPicker } from "../ui/emoji-picker/open.ts";

/** Lets the user choose an emoji for a message. */
export function pickReaction(messageId: number, at: HTMLElement): void {
  openEmojiPicker(at, (emoji) => {
    const message = messageIn(messages.value.byId, messageId);
    if (message !== undefined) void toggleReaction(message, emoji);
  });
}

const THUMBS_UP = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" } as const;

export function thumbsUp(messageId: number): void {
  const message = messageIn(messages.value.byId, messageId);
  if (message !== undefined) void toggleReaction(message, THUMBS_UP);
}

/** Joins the first reaction, or leaves it. */
export function joinReaction(messageId: number): void {
  const message = messageIn(messages.value.byId, messageId);
  const [first] = message?.reactions ?? [];
  if (message !== undefined && first !== undefined) void toggleReaction(message, first);
}
