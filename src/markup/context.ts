import type { Model } from "../engine/model/model.ts";
import type { User } from "../engine/model/records.ts";

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
  /** What is known of a page elsewhere; see `pages` of the result for those that are asked for. */
  readonly embed?: ((url: string) => Embed | undefined) | undefined;
}

export interface UploadedImage {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Whether its smaller versions can be had already. */
  readonly isReady: boolean;
  /** Which of them has its own size, where browsers may not show the image itself. */
  readonly transcoded?: string | undefined;
}

/** What a page says of itself. All of it is a stranger's. */
export interface Embed {
  readonly title: string;
  readonly description: string;
  readonly image: string;
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
  /** The uploaded files that it links to: paths below `/user_uploads/`, as they are written. */
  readonly linkedUploads: readonly string[];
  /** Addresses of pages that may be shown once it is known what they are. None while nobody wants them. */
  readonly pages: readonly string[];
  /** Whether it shows an uploaded image whose smaller versions are still to come. */
  readonly hasPendingImage: boolean;
  /** The source without its fenced code, where alert words are looked for. */
  readonly text: string;
}
