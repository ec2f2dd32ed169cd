import type { Arguments } from "#client/client.ts";
import type { CastMember } from "./server.ts";

export interface MadeChannel {
  readonly id: number;
  readonly name: string;
}

let made = 0;

/** Creates a channel under a unique name, with its creator subscribed unless others are named. */
export async function createChannel(
  who: CastMember,
  args: Partial<Arguments<"POST /channels/create">> = {},
): Promise<MadeChannel> {
  const name = `channel no. ${(made += 1)}`;
  const { id } = await who.call("POST /channels/create", { name, subscribers: [who.id], ...args });
  return { id, name: args.name ?? name };
}

/** A channel as a user sees it who may know of every channel. */
export async function channelOf(who: CastMember, id: number) {
  const { streams } = await who.call("GET /streams", { include_all: true, exclude_archived: false });
  const channel = streams.find(({ stream_id }) => stream_id === id);
  if (channel === undefined) throw new Error(`${who.name} does not know of channel ${id}`);
  return channel;
}

/** The ID of a channel that every member knows. */
export async function channelId(who: CastMember, name: string): Promise<number> {
  const { stream_id } = await who.call("GET /get_stream_id", { stream: name });
  return stream_id;
}
