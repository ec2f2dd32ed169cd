import type { Conversation } from "../state/conversation.ts";
import type { Event, Presence } from "../state/registered.ts";
import type { State } from "../state/state.ts";

/** A message on its way to the server. */
export interface Outgoing {
  /** Names the message until it has an ID, and makes repeated requests one. */
  readonly localId: string;
  readonly conversation: Conversation;
  readonly content: string;
  /** When it was written, in milliseconds. */
  readonly time: number;
  readonly progress: "waiting" | "sending" | "sent" | "failed";
  /** Once the server has stored it. */
  readonly messageId?: number;
  /** Why the server refused it. */
  readonly reason?: string;
}

export type Connection = "connecting" | "live" | "offline" | "logged-out";

/** What a tab tells the link. */
export type ToLink =
  | { readonly kind: "hello" }
  | { readonly kind: "bye" }
  /** Somebody has logged in or out, in this tab or another. */
  | { readonly kind: "session-changed" }
  | { readonly kind: "send"; readonly outgoing: Outgoing }
  | { readonly kind: "retry"; readonly localId: string }
  | { readonly kind: "discard"; readonly localId: string }
  /** The network may be back: try at once. */
  | { readonly kind: "wake" }
  /** The user is doing something. */
  | { readonly kind: "active" };

/** What the link tells tabs. */
export type ToTab =
  /** `isNew` where the state does not continue what the tab had: a queue was lost, or somebody else logged in. */
  | { readonly kind: "state"; readonly state: State; readonly isNew: boolean }
  | { readonly kind: "events"; readonly events: readonly Event[]; readonly now: number }
  | { readonly kind: "presences"; readonly presences: Readonly<Record<string, Presence>> }
  | { readonly kind: "outbox"; readonly outbox: readonly Outgoing[] }
  | { readonly kind: "connection"; readonly connection: Connection };

/** The part of a MessagePort that is needed; a BroadcastChannel can play it, too. */
export interface TabPort {
  postMessage(message: ToTab): void;
}
