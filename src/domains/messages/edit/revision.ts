import type { Whereabouts } from "../../../engine/model/access/permissions.ts";
import type { Channel } from "../../../engine/model/records.ts";
import type { RenderedMessage } from "../../../markup/render.ts";
import type { Upload } from "../../files/queries.ts";
import type { ReadableMessage } from "../access.ts";
import type { keepersOf } from "../audience.ts";
import type { Message } from "../post/message.ts";
import type { MessageRow } from "../queries.ts";

export type PropagateMode = "change_one" | "change_later" | "change_all";

/** What is asked for; what is absent stays. */
export interface Revision {
  readonly messageId: number;
  readonly content?: { readonly text: string; readonly rendered: RenderedMessage } | undefined;
  readonly topic?: string | undefined;
  readonly channelId?: number | undefined;
  readonly mode: PropagateMode;
  readonly tellOldThread: boolean;
  readonly tellNewThread: boolean;
  readonly prevContentSha256?: string | undefined;
}

/** A move that is allowed, and everything that it takes along. */
export interface Move {
  readonly source: Channel;
  readonly target: Channel;
  readonly oldTopic: string;
  readonly newTopic: string;
  /** Whether it only marks the topic, or takes the mark away. */
  readonly resolution: "resolved" | "unresolved" | undefined;
  /** Ascending. */
  readonly messages: readonly MessageRow[];
  /** Whether nothing that the actor can see stays behind. */
  readonly isWholeTopic: boolean;
  /** Whether the target topic was there before. */
  readonly joinsOthers: boolean;
}

export interface ContentChange {
  readonly content: string;
  readonly renderedContent: string;
  readonly traits: number;
  /** Files of the editor's own that no message shares any more. */
  readonly detached: readonly Upload[];
}

/** A revision that is written down. */
export interface Revised {
  readonly message: ReadableMessage;
  readonly actorId: number;
  /** UNIX seconds. */
  readonly at: number;
  readonly content: ContentChange | undefined;
  readonly move: Move | undefined;
  /** Of a move to another channel: the message ID of that moment. */
  readonly marker: number | undefined;
  readonly mode: PropagateMode;
  /** Who kept which messages before it; see `keepersOf`. */
  readonly keepers: Awaited<ReturnType<typeof keepersOf>>;
}

export type Erasable = Pick<Message, "topic" | "isDirect"> & Whereabouts;
