import { firstField } from "../compose/first-field.ts";
import { newMessage, type NewMessage } from "../compose/new-message-state.ts";
import { call } from "../link/http.ts";
import { type Conversation, conversationOf, directWith, keyOf } from "../state/conversation.ts";
import type { Message } from "../state/registered.ts";
import { conversationIn } from "../narrow/terms.ts";
import { current } from "../store.ts";
import { nameOf } from "../ui/names.tsx";
import { go, hrefTo, route } from "../ui/route.ts";
import { attempt } from "../ui/toast.ts";
import { linkTo, markdownOf } from "../calls/message-calls.ts";
import { quoteOf, withParagraph } from "./quote.ts";

const BOX = ".compose-area textarea";
/** The box of one conversation: while the view changes, the one on the screen may still be that of another. */
const boxIn = (conversation: Conversation): string =>
  `.compose[data-place="${CSS.escape(keyOf(conversation))}"] textarea`;
const box = (): HTMLTextAreaElement | null => document.querySelector<HTMLTextAreaElement>(BOX);

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** The box of the view that is open, as soon as it is there. */
async function openBox(conversation?: Conversation): Promise<HTMLTextAreaElement | undefined> {
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  if (conversation !== undefined && newMessage.value !== undefined) {
    newMessage.value = undefined;
    await nextFrame();
  }
  if (conversation !== undefined && (here === undefined || keyOf(here) !== keyOf(conversation))) {
    go(hrefTo(conversation));
    await nextFrame();
  }
  return (await appeared(conversation === undefined ? BOX : boxIn(conversation))) as HTMLTextAreaElement | undefined;
}

/** What is drawn soon, as soon as it is there. */
async function appeared(selector: string): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < 60; frame += 1) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found !== null) return found;
    await nextFrame();
  }
  return undefined;
}

/** Puts a text into the box so that the user can undo it. */
function insert(field: HTMLTextAreaElement, paragraph: string): void {
  const { text, caret } = withParagraph(field.value, paragraph);
  field.focus();
  field.select();
  if (!document.execCommand("insertText", false, text)) {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(caret, caret);
}

/** Adds a paragraph to the box that is open. Returns whether there is one. */
export function writeInBox(paragraph: string): boolean {
  const field = box();
  if (field === null) return false;
  insert(field, paragraph);
  return true;
}

/** Without a conversation, in the first empty field of the view that is open; where it has none, a recipient is to be chosen. */
export async function compose(conversation?: Conversation): Promise<void> {
  if (conversation === undefined && box() === null) return startNewMessage("any");
  const field = await openBox(conversation);
  if (field !== undefined) firstField(field).focus();
}

/** Opens a box in which the recipient is to be chosen first. */
export async function startNewMessage(kind: NewMessage): Promise<void> {
  newMessage.value = kind;
  const field = await appeared(".compose-area .recipient-field");
  field?.focus();
}

export const replyTo = (message: Message): Promise<void> => compose(conversationOf(message, current.value.ownId));

export const replyDirect = (message: Message): Promise<void> =>
  compose(directWith([message.sender_id], current.value.ownId));

export async function mentionSender(message: Message): Promise<void> {
  const field = await openBox(conversationOf(message, current.value.ownId));
  if (field !== undefined) insert(field, `@**${nameOf(message.sender_id)}|${message.sender_id}** `);
}

/** The part of a message that is selected. */
export function selectedPart({ id }: Message): string | undefined {
  const [content, selection] = [document.getElementById(`text-${id}`), getSelection()];
  if (content === null || selection === null) return undefined;
  const isInside = [selection.anchorNode, selection.focusNode].every((end) => end !== null && content.contains(end));
  const text = selection.toString().trim();
  return isInside && text !== "" ? text : undefined;
}

/** Quotes the part that is selected, else the whole message. */
export async function quoteAndReply(message: Message, part = selectedPart(message)): Promise<void> {
  await attempt(async () => {
    const markdown = part ?? (await markdownOf(message.id));
    const field = await openBox(conversationOf(message, current.value.ownId));
    const { sender_id: userId, sender_full_name: name } = message;
    if (field !== undefined) insert(field, quoteOf({ name, userId, url: linkTo(message), markdown }));
  });
}

/** Quotes a message in a new one, whose recipient is to be chosen. */
export async function forward(message: Message): Promise<void> {
  await attempt(async () => {
    const markdown = await markdownOf(message.id);
    newMessage.value = "any";
    const field = await appeared('.compose[data-place="new message"] textarea');
    if (!(field instanceof HTMLTextAreaElement)) return;
    const { sender_id: userId, sender_full_name: name } = message;
    insert(field, quoteOf({ name, userId, url: linkTo(message), markdown }));
    document.querySelector<HTMLElement>(".compose-area .recipient-field")?.focus();
  });
}

/** Changes the text of a message, unless it is no longer the one that the user has seen. */
export async function saveEdit(messageId: number, content: string, seen: string): Promise<void> {
  const hash = await sha256(seen);
  const prev_content_sha256 = hash === undefined ? {} : { prev_content_sha256: hash };
  await call("PATCH /messages/{message_id}", { message_id: messageId, content, ...prev_content_sha256 });
}

/** Pages without TLS cannot compute it: there only events tell of changes meanwhile. */
async function sha256(text: string): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return undefined;
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
