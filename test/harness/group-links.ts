import type { Arguments } from "#client/client.ts";
import type { CastMember, TestServer } from "./server.ts";
import { until } from "./until.ts";

/** Waits until everybody is subscribed, or no longer, as the groups linked to channels say. */
export async function linksFollowed({ database }: Pick<TestServer, "database">): Promise<void> {
  const read = async () => (await database.sql`select from channel_group_edge`).length;
  await until(read, (left) => left === 0);
}

export const linkGroups = (
  who: CastMember,
  channelId: number,
  groups: readonly number[],
  unlinked?: Arguments<"PATCH /streams/{stream_id}">["unlinked_subscriptions"],
) =>
  who.call("PATCH /streams/{stream_id}", {
    stream_id: channelId,
    subscribed_groups: { new: [...groups] },
    ...(unlinked !== undefined && { unlinked_subscriptions: unlinked }),
  });

/** Ascending. */
export async function subscribersOf(who: CastMember, channelId: number): Promise<number[]> {
  const { subscribers } = await who.call("GET /streams/{stream_id}/members", { stream_id: channelId });
  return subscribers.sort((a, b) => a - b);
}
