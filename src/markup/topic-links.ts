import type { Model } from "../model/model.ts";
import { addressesIn } from "./addresses.ts";
import { type Linkified, matchesOf } from "./linkifiers.ts";

/** What a topic links to: what linkifiers find, then bare addresses where nothing else was, in the order of the text. */
export function topicLinks(topic: string, model: Model): { text: string; url: string }[] {
  const found: Linkified[] = [];
  const add = (one: Linkified) => {
    if (!found.some(({ start, end }) => one.start < end && start < one.end)) found.push(one);
  };
  const text = topic.toWellFormed();
  for (const linkifier of model.linkifiers) for (const match of matchesOf(linkifier, text)) add(match);
  for (const address of addressesIn(text, "https")) add(address);
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: text.slice(start, end), url }));
}
