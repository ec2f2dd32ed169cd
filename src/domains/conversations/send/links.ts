import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import { encodedInFragment, narrowOf } from "#markup/inline/channel-links.ts";
import { knownChannel, type PostableChannel } from "#domains/records/channels/access.ts";
import { shownTopic } from "../topics/topic.ts";

/** Where a message went: a topic, or these people with its sender. */
export type SentPlace =
  | { readonly channel: PostableChannel; readonly topic: string }
  | { readonly userIds: readonly number[] };

interface Links {
  readonly message_url: string;
  /** The source of a link to it, in Markdown. */
  readonly message_link: string;
}

/** By what the sender, and who else may read it, finds a message. `url` is the organization's. */
export function linksTo(model: Model, sender: User, id: number, place: SentPlace, url: string): Links {
  const to = (narrow: string) => `${url}/${narrow}/near/${id}`;
  const bare = (narrow: string): Links => ({ message_url: to(narrow), message_link: to(narrow) });
  if ("userIds" in place) return bare(narrowOfPeople([...place.userIds, sender.id]));
  const { channel, topic } = place;
  // A bot may post by its owner's subscription to a private channel, whose name is not for the bot.
  const known = knownChannel(model, sender, channel);
  if (known === undefined) return bare(`#narrow/channel/${channel.id}/topic/${encodedInFragment(topic)}`);
  const message_url = to(narrowOf(known, topic));
  const text = `#${known.name} > ${shownTopic(topic, false)} @ 💬`;
  return { message_url, message_link: `[${withEntities(text)}](${message_url})` };
}

function narrowOfPeople(some: readonly number[]): string {
  const ids = [...new Set(some)].sort((a, b) => a - b);
  return `#narrow/dm/${ids.join(",")}${ids.length > 2 ? "-group" : ""}`;
}

/** What would end the text of a link, or be formatted in it. */
const withEntities = (text: string): string =>
  text.replaceAll(/[`>*&[\]]|\$(?=\$)|(?<=\$)\$/g, (found) => `&#${found.charCodeAt(0)};`);
