import type { Model } from "../model/model.ts";
import type { User } from "../model/records.ts";

/** Everything that rendering may ask. Whoever renders gathers it before: nothing here reads or waits. */
export interface MarkupContext {
  readonly model: Model;
  /** Whom the text is by: only what they may know of is linked. Without a sender it is the server's own text. */
  readonly sender?: User | undefined;
  /** The organization's own address, without a slash at its end: links to it become relative. */
  readonly url?: string | undefined;
  /** Whether `:)` becomes an emoji. */
  readonly translateEmoticons?: boolean | undefined;
  /** The newest message of a topic that the sender may read; see `topicsNamed` for those that will be asked for. */
  readonly newestInTopic?: ((channelId: number, topic: string) => number | undefined) | undefined;
  /** What is known of an uploaded image, by its path below `/user_uploads/`. */
  readonly uploadedImage?: ((path: string) => UploadedImage | undefined) | undefined;
}

export interface UploadedImage {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Whether its smaller versions can be had already. */
  readonly isReady: boolean;
}

export interface RenderedMessage {
  readonly html: string;
  /** Those whom it mentions, not silently, ascending. */
  readonly mentionedUsers: readonly number[];
  readonly mentionedGroups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  /** Whether it links to an uploaded file: those of `linkedUploads`. */
  readonly hasAttachment: boolean;
  /** Paths below `/user_uploads/`. */
  readonly linkedUploads: readonly string[];
  /** The source without its fenced code, where alert words are looked for. */
  readonly text: string;
}
