import type { Channel, DirectConversation, RealmRecord, User } from "./records.ts";

/** What the log says to the model. Applying the changes in order to an older model gives the newer one. */
export type Change =
  | { readonly kind: "realm_changed"; readonly set: Partial<RealmRecord> }
  | { readonly kind: "user_added"; readonly user: User }
  | { readonly kind: "user_changed"; readonly id: number; readonly set: Partial<User> }
  | { readonly kind: "channel_added"; readonly channel: Channel }
  | { readonly kind: "channel_changed"; readonly id: number; readonly set: Partial<Channel> }
  /** They receive the messages from ID `from` on. */
  | {
      readonly kind: "subscribed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly from: number;
    }
  /** They receive no message from ID `until` on. */
  | {
      readonly kind: "unsubscribed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly until: number;
    }
  | { readonly kind: "conversation_added"; readonly conversation: DirectConversation };
