import type { Static } from "#platform/schema/type.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { User } from "#engine/model/records.ts";
import { subscribedChannels } from "#domains/records/channels/access.ts";
import {
  presentChannel,
  presentPersonal,
  presentSubscribers,
  type SubscriberDetail,
  type SubscriptionSchema,
} from "#domains/records/channels/present.ts";
import { personalSettings } from "#domains/records/channels/queries.ts";

export async function ownSubscriptions(
  realm: RealmRuntime,
  user: User,
  detail: SubscriberDetail,
): Promise<Static<typeof SubscriptionSchema>[]> {
  const { model } = realm;
  const { settings, position } = await personalSettings(readPool(realm), realm.id, user.id);
  await realm.reached(position);
  const channels = subscribedChannels(model, user).filter(({ isArchived }) => !isArchived);
  return channels.flatMap((channel) => {
    const own = settings.get(channel.id);
    // The user was subscribed after the settings were read: the next call shows the channel.
    if (own === undefined) return [];
    return [
      { ...presentChannel(model, channel), ...presentPersonal(own), ...presentSubscribers(model, channel, detail) },
    ];
  });
}
