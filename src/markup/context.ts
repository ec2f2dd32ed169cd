import type { OwnUrls } from "#engine/runtime/own-urls.ts";
import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";

/** Everything that rendering may ask for. The caller gathers it before: rendering does no I/O. */
export interface MarkupContext {
  readonly model: Model;
  /** The author of the text: only what they may know is linked. Without a sender it is the server's own text. */
  readonly sender?: User | undefined;
  /** Links to the organization itself become relative; without this there are none. */
  readonly own?: OwnUrls | undefined;
  /** Whether `:)` becomes an emoji. */
  readonly translateEmoticons?: boolean | undefined;
  /** The newest message of a topic that the sender may read; `topicsNamed` lists the topics that will be asked for. */
  readonly newestInTopic?: ((channelId: number, topic: string) => number | undefined) | undefined;
  /** An uploaded image, by its path below `/user_uploads/`. */
  readonly uploadedImage?: ((path: string) => UploadedImage | undefined) | undefined;
  /** The preview of an external page; `pages` of the result lists those that were asked for. */
  readonly embed?: ((url: string) => Embed | undefined) | undefined;
}

export interface UploadedImage {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Whether its thumbnails exist already. */
  readonly isReady: boolean;
  /** The thumbnail in the image's own size, for formats that browsers may not show. */
  readonly transcoded?: string | undefined;
}

/** The metadata of an external page. All of it may be an attacker's. */
export interface Embed {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

export interface RenderedMessage {
  readonly html: string;
  /** Users whom it mentions, not silently, ascending. */
  readonly mentionedUsers: readonly number[];
  readonly mentionedGroups: readonly number[];
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  /** The uploaded files that it links to: paths below `/user_uploads/`, as they are written. */
  readonly linkedUploads: readonly string[];
  /** URLs of pages that may get a preview once they were fetched. Empty where previews are switched off. */
  readonly pages: readonly string[];
  /** Whether it shows an uploaded image without thumbnails yet. */
  readonly hasPendingImage: boolean;
  /** The source without its fenced code, which is searched for alert words. */
  readonly text: string;
}
