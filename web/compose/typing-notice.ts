import { inBackground } from "../link/background.ts";
import { call } from "../link/http.ts";
import { type Conversation, keyOf } from "../state/conversation.ts";
import { property, setting } from "../store.ts";

let typingIn: Conversation | undefined;
let toldAt = 0;
let stopTimer: ReturnType<typeof setTimeout> | undefined;

/** Tells others that the user types, again at intervals, and that they have stopped. */
export function noteTyping(conversation: Conversation): void {
  const wants =
    conversation.kind === "topic" ? "send_stream_typing_notifications" : "send_private_typing_notifications";
  if (!setting(wants, true)) return;
  if (typingIn !== undefined && keyOf(typingIn) !== keyOf(conversation)) stopTyping();
  const isDue = Date.now() - toldAt > property("server_typing_started_wait_period_milliseconds", 10_000);
  if (typingIn === undefined || isDue) {
    toldAt = Date.now();
    tell("start", conversation);
  }
  typingIn = conversation;
  clearTimeout(stopTimer);
  stopTimer = setTimeout(stopTyping, property("server_typing_stopped_wait_period_milliseconds", 5000));
}

/**
 * The user has sent what they typed. Others are told after the message, which ends the typing for most of them: an event
 * before it would delay it.
 */
export function stopTypingSoon(): void {
  if (typingIn === undefined) return;
  toldAt = 0;
  clearTimeout(stopTimer);
  stopTimer = setTimeout(stopTyping, AFTER_SENDING_MS);
}

const AFTER_SENDING_MS = 500;

export function stopTyping(): void {
  clearTimeout(stopTimer);
  if (typingIn !== undefined) tell("stop", typingIn);
  typingIn = undefined;
}

function tell(op: "start" | "stop", conversation: Conversation): void {
  if (conversation.kind === "direct" && conversation.userIds.length === 0) return;
  const args =
    conversation.kind === "topic"
      ? ({ op, type: "channel", stream_id: conversation.channelId, topic: conversation.topic } as const)
      : { op, type: "direct" as const, to: [...conversation.userIds] };
  // A lost one costs nothing: it says how things are for seconds.
  void inBackground(call("POST /typing", args));
}
