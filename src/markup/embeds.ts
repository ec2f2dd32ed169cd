import type { MarkupContext } from "./context.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import type { LinkedAddress } from "./line.ts";
import type { Rendering } from "./rendering.ts";

/** Notes a page that a text links to, and renders its preview, if it has at least a picture. */
export function embedOf({ url, href }: LinkedAddress, rendering: Rendering): string | undefined {
  const { context } = rendering;
  if (context === undefined || !wantsEmbeds(context) || isOwn(url, context)) return undefined;
  rendering.pages.add(url);
  const embed = context.embed?.(url);
  const image = embed && imageAddress(embed.image);
  if (embed === undefined || image === undefined) return undefined;
  const address = escapeAttribute(href);
  const { title, description } = embed;
  const heading = `<a href="${address}" title="${escapeAttribute(title)}">${escapeText(title)}</a>`;
  return (
    `<div class="message_embed"><a class="message_embed_image" href="${address}" ` +
    `style="background-image: url(&quot;${escapeAttribute(image)}&quot;)"></a><div class="data-container">` +
    (title === "" ? "" : `<div class="message_embed_title">${heading}</div>`) +
    (description === "" ? "" : `<div class="message_embed_description">${escapeText(description)}</div>`) +
    "</div></div>"
  );
}

/** Links of bots get no previews, because bots link a lot. */
const wantsEmbeds = ({ model, sender }: MarkupContext): boolean =>
  model.realm.settings["inline_url_embed_preview"] === true && sender?.botType === null;

const isOwn = (url: string, { own }: MarkupContext): boolean => own?.pathOf(url) !== undefined;

const MAX_LENGTH = 2048;

/**
 * The URL of a picture that an external page names, made safe for a string of CSS: whatever could end the string, or
 * the `url(…)` around it, is percent-encoded.
 */
export function imageAddress(typed: string, base?: string): string | undefined {
  const url = URL.parse(typed, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  const address = url.href.replace(/[^\w:/?#@!$&*+,;=.~%[\]-]/g, inPercent);
  return address.length > MAX_LENGTH ? undefined : address;
}

const inPercent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
