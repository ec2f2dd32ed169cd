import { wireForm } from "../feed/fetch.ts";
import { pauseMarking } from "../feed/read-marks.ts";
import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { type Narrow, narrowTo } from "../narrow/terms.ts";
import { conversationOf } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { applyHere, current } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { hrefOf } from "../ui/route.ts";
import { optimistically } from "../ui/optimistic.ts";
import { attempt, showToast } from "../ui/toast.ts";

/** What the user does to single messages: it shows at once where it can, and is taken back where the server refuses. */

export const isStarred = ({ flags }: Message): boolean => flags.includes("starred");

export async function toggleStar(message: Message): Promise<void> {
  const op = isStarred(message) ? "remove" : "add";
  const event = { type: "update_message_flags", flag: "starred", all: false } as const;
  const show = (shown: "add" | "remove") =>
    applyHere(
      shown === "add"
        ? { ...event, messages: [message.id], op: "add", operation: "add" }
        : { ...event, messages: [message.id], op: "remove", operation: "remove" },
    );
  await optimistically({
    show: () => show(op),
    takeBack: () => show(op === "add" ? "remove" : "add"),
    work: () => call("POST /messages/flags", { messages: [message.id], op, flag: "starred" }),
    type: "update_message_flags",
  });
}

/** So many become unread in one request. */
const MAX_UNREAD = 5000;

interface Marked {
  readonly anchor: number | "newest";
  readonly num_before: number;
  readonly num_after: number;
}

function markUnread(narrow: Narrow, marked: Marked): Promise<boolean> {
  // What is on the screen would be marked as read again at once.
  pauseMarking();
  const terms = { narrow: wireForm(narrow), include_anchor: true } as const;
  return attempt(() => call("POST /messages/flags/narrow", { ...marked, ...terms, op: "remove", flag: "read" }));
}

export async function markUnreadFrom(message: Message): Promise<void> {
  const narrow = narrowTo(conversationOf(message, current.value.ownId));
  const isDone = await markUnread(narrow, { anchor: message.id, num_before: 0, num_after: MAX_UNREAD });
  if (isDone) showToast(t("Marked as unread from here."));
}

/** The newest messages of a topic or channel. */
export async function markAllUnread(narrow: Narrow): Promise<void> {
  const isDone = await markUnread(narrow, { anchor: "newest", num_before: MAX_UNREAD, num_after: 0 });
  if (isDone) showToast(t("Marked as unread."));
}

export const deleteMessage = (message: Message): Promise<unknown> =>
  call("DELETE /messages/{message_id}", { message_id: message.id });

/** The address of a message in its conversation. */
export function linkTo(message: Message): string {
  const place = narrowTo(conversationOf(message, current.value.ownId));
  return `${location.origin}/${hrefOf([...place, { operator: "near", operand: message.id }])}`;
}

export const copyLink = (message: Message): Promise<void> => copyText(linkTo(message), t("Link copied."));

/** The text as its sender typed it. */
export async function markdownOf(messageId: number): Promise<string> {
  const { message } = await call("GET /messages/{message_id}", { message_id: messageId, apply_markdown: false });
  return message.content;
}

export const copyMarkdown = (message: Message): Promise<boolean> =>
  attempt(async () => copyText(await markdownOf(message.id), t("Text copied.")));
