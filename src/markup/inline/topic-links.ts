import type { Model } from "#engine/model/model.ts";
import type { Linkifier } from "#engine/model/records.ts";
import { addressesIn } from "./addresses.ts";
import { type Linkified, matchesOf } from "./linkifiers.ts";

export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** A page of messages has few topics, and asks for each of them again and again. */
const MAX_KEPT = 2000;
const kept = new WeakMap<readonly Linkifier[], Map<string, TopicLink[]>>();

/** The links of a topic: the matches of linkifiers, then bare URLs outside of them, in the order of the text. */
export function topicLinks(topic: string, { linkifiers }: Model): TopicLink[] {
  let known = kept.get(linkifiers);
  if (known === undefined || known.size >= MAX_KEPT) kept.set(linkifiers, (known = new Map()));
  let links = known.get(topic);
  if (links === undefined) known.set(topic, (links = findLinks(topic.toWellFormed(), linkifiers)));
  return links;
}

function findLinks(text: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const found: Linkified[] = [];
  const add = (linkified: Linkified) => {
    if (!found.some(({ start, end }) => linkified.start < end && start < linkified.end)) found.push(linkified);
  };
  for (const linkifier of linkifiers) for (const match of matchesOf(linkifier, text)) add(match);
  for (const address of addressesIn(text, "https")) add(address);
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: text.slice(start, end), url }));
}
