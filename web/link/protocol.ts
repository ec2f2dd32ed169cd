import type { Narrow } from "../narrow/terms.ts";
import type { Conversation } from "../state/conversation.ts";
import type { Messages } from "../narrow/messages.ts";
import type { Event, Message, Presence, Registered } from "../state/registered.ts";
import type { State } from "../state/state.ts";
import type { PeoplePiece } from "./people-piece.ts";

/** A message on its way to the server. */
export interface Outgoing {
  /** Names the message until it has an ID, and makes repeated requests one. */
  readonly localId: string;
  /** Who wrote it: nobody else sends it who logs in here before it has left. */
  readonly userId: number;
  readonly conversation: Conversation;
  readonly content: string;
  /** When it was written, in milliseconds. */
  readonly time: number;
  readonly progress: "waiting" | "sending" | "sent" | "failed";
  /** Once the server has stored it. */
  readonly messageId?: number;
  /** Why the server refused it. */
  readonly reason?: string;
  /** Where its topic was moved before it could be sent: its author says where it is to go. */
  readonly movedTo?: Conversation;
}

/** `registering` where nothing is stored: tabs need not wait for the state to fetch messages. */
export type Connection = "connecting" | "registering" | "live" | "offline" | "logged-out";

/** How far a queue has been read. */
export interface Position {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Messages of a narrow, in an answer that has seen every event up to one. */
export interface Fetched {
  readonly narrow: Narrow;
  readonly messages: readonly Message[];
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
  readonly since: number;
}

/** What a tab tells the link. */
export type ToLink =
  | { readonly kind: "hello" }
  /** What the tab has read from the device or registered by itself, and shows. */
  | { readonly kind: "shows"; readonly position: Position; readonly lacksPeople: boolean }
  /** The tab has found nothing there, and registers. */
  | { readonly kind: "registers" }
  /** What it was answered, unless that failed. */
  | { readonly kind: "registered"; readonly registered?: Registered | undefined }
  | { readonly kind: "bye" }
  /** The server has answered the tab as another user than the one it is of. */
  | { readonly kind: "other-user" }
  /** Somebody has logged in, in this tab or another. */
  | { readonly kind: "logged-in" }
  /** Somebody has logged out: nothing of them stays on the device. The server may not have heard of it. */
  | { readonly kind: "logged-out"; readonly isTold: boolean }
  | { readonly kind: "send"; readonly outgoing: Outgoing }
  | { readonly kind: "retry"; readonly localId: string }
  | { readonly kind: "discard"; readonly localId: string }
  /** Messages for the next tab, fetched from the position that this one was at. */
  | { readonly kind: "fetched"; readonly queueId: string; readonly fetched: Fetched }
  /** Somebody looks at a narrow. */
  | { readonly kind: "opened"; readonly key: string }
  /** The network may be back: try at once. Where it is another one, connections may be dead without notice. */
  | { readonly kind: "wake"; readonly isOnline: boolean }
  /** The user is doing something. */
  | { readonly kind: "active" };

/** What the link tells tabs. */
export type ToTab =
  | PeoplePiece
  /** Does not continue what the tab had. The messages are as current as the state. */
  | { readonly kind: "state"; readonly state: State; readonly messages: Messages; readonly position: Position }
  | {
      readonly kind: "events";
      readonly events: readonly Event[];
      readonly now: number;
      readonly lastEventId: number;
      /** Where the events have changed it. */
      readonly outbox?: readonly Outgoing[];
    }
  | { readonly kind: "presences"; readonly presences: Readonly<Record<string, Presence>> }
  | { readonly kind: "outbox"; readonly outbox: readonly Outgoing[] }
  | {
      readonly kind: "connection";
      readonly connection: Connection;
      /** What the server said when it ended the session, where that is more than that. */
      readonly reason?: string;
    };

/** A tab's end of the link. */
export interface Link {
  post(message: ToLink): void;
}

/** The part of a MessagePort that is needed; a BroadcastChannel can play it, too. */
export interface TabPort {
  postMessage(message: ToTab): void;
}

/** The key of a draft on this device, which may have been begun by another user. */
export const draftKey = (userId: number, place: string): string => `${userId} ${place}`;
