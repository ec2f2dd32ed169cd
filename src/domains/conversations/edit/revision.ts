import type { Whereabouts } from "#engine/model/access/permissions.ts";
import type { Channel } from "#engine/model/records.ts";
import type { RenderedMessage } from "#markup/render.ts";
import type { OwnUpload } from "#domains/files/access.ts";
import type { ReadableMessage } from "../access.ts";
import type { keepersOf } from "../send/post/audience.ts";
import type { Message } from "#domains/records/messages/message.ts";
import type { MessageRow } from "../queries.ts";

export type PropagateMode = "change_one" | "change_later" | "change_all";

/** A requested revision; absent parts stay as they are. */
export interface Revision {
  readonly messageId: number;
  readonly content?: { readonly text: string; readonly rendered: RenderedMessage } | undefined;
  readonly topic?: string | undefined;
  readonly channelId?: number | undefined;
  readonly mode: PropagateMode;
  readonly notifiesOldThread: boolean;
  readonly notifiesNewThread: boolean;
  readonly prevContentSha256?: string | undefined;
}

/** A move that was checked, with all the messages that it moves. */
export interface Move {
  readonly source: Channel;
  readonly target: Channel;
  readonly oldTopic: string;
  readonly newTopic: string;
  /** Set if the new name only adds or removes the check mark. */
  readonly resolution: "resolved" | "unresolved" | undefined;
  /** Ascending. */
  readonly messages: readonly MessageRow[];
  /** Whether the actor sees no message that stays in the old topic. */
  readonly isWholeTopic: boolean;
  /** Whether the new topic has messages already. */
  readonly joinsOthers: boolean;
}

export interface ContentChange {
  readonly content: string;
  readonly renderedContent: string;
  readonly traits: number;
  /** Files of the editor that are no longer in any message. */
  readonly detached: readonly OwnUpload[];
}

/** A revision as it is stored. */
export interface Revised {
  readonly message: ReadableMessage;
  readonly actorId: number;
  /** UNIX seconds. */
  readonly at: number;
  readonly content: ContentChange | undefined;
  readonly move: Move | undefined;
  /** For a move to another channel: a message ID that marks the moment. */
  readonly marker: number | undefined;
  readonly mode: PropagateMode;
  /** The users who had added messages to their history before; see `keepersOf`. */
  readonly keepers: Awaited<ReturnType<typeof keepersOf>>;
}

export type Erasable = Pick<Message, "topic" | "isDirect"> & Whereabouts;
