import type { Channel } from "../../../engine/model/records.ts";

declare const postable: unique symbol;
/** A channel in which the sender may post: channels/access.ts decides it for people and bots. */
export type PostTarget = Channel & { readonly [postable]: true };

/** The notification bot may post in every channel. */
export const noticeTarget = (channel: Channel): PostTarget => channel as PostTarget;
