import { embedOf } from "./embeds.ts";
import { escapeAttribute } from "./escape.ts";
import type { Line, LinkedAddress } from "./line.ts";
import type { Rendering } from "./rendering.ts";
import { uploadPath } from "./inline/urls.ts";

/** A text with more URLs than this shows previews of none. */
export const MAX_PREVIEWS = 24;

const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO = /\.(?:mp4|webm)$/i;
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i;

/** Shown in place of an image until it is ready. */
export const LOADER_URL = "/static/images/loading/loader-black.svg";

interface Preview {
  readonly html: string;
  /** Whether it replaces a bare URL that is alone in its block. */
  readonly replaces: boolean;
}

const NONE = { isReplaced: false, previews: [] };

/** The previews of a block's links: each URL once per text, and none in quotes. */
export function previewsOf(line: Line, source: string): { isReplaced: boolean; previews: readonly string[] } {
  const { rendering, links } = line;
  if (links.length === 0 || !rendering.showsPreviews || rendering.quotes > 0) return NONE;
  const shown: Preview[] = [];
  for (const link of links) {
    if (rendering.previewable.has(link.href)) continue;
    rendering.previewable.add(link.href);
    const preview = previewOf(link, rendering);
    if (preview !== undefined) shown.push(preview);
  }
  const [only] = links;
  const isAlone = links.length === 1 && only?.name === undefined && source.trim() === only?.url;
  return { isReplaced: isAlone && shown[0]?.replaces === true, previews: shown.map(({ html }) => html) };
}

function previewOf(link: LinkedAddress, rendering: Rendering): Preview | undefined {
  const upload = uploadPath(link.href, undefined);
  if (upload !== undefined && !VIDEO.test(upload)) return uploadedImage(link, upload, rendering);
  const path = upload === undefined ? pathOf(link.url) : upload;
  if (path === undefined) return undefined;
  const url = escapeAttribute(link.href);
  if (VIDEO.test(path)) return { html: video(link, url), replaces: true };
  if (IMAGE.test(path)) return image(link, rendering, `<img src="${url}">`);
  const [, id] = YOUTUBE.exec(link.url) ?? [];
  if (id !== undefined) return youtube(url, id, rendering);
  const embed = embedOf(link, rendering);
  return embed === undefined ? undefined : { html: embed, replaces: false };
}

/** The path of an external URL. */
function pathOf(url: string): string | undefined {
  return /^https?:/i.test(url) ? URL.parse(url)?.pathname : undefined;
}

const titleOf = ({ name }: LinkedAddress): string => (name === undefined ? "" : ` title="${escapeAttribute(name)}"`);

function image(link: LinkedAddress, rendering: Rendering, element: string): Preview {
  rendering.hasImage = true;
  const anchor = `<a href="${escapeAttribute(link.href)}"${titleOf(link)}>${element}</a>`;
  return { html: `<div class="message_inline_image">${anchor}</div>`, replaces: true };
}

function uploadedImage(link: LinkedAddress, path: string, rendering: Rendering): Preview | undefined {
  const known = rendering.context?.uploadedImage?.(path);
  if (known === undefined) return undefined;
  const { contentType, width, height, isAnimated, isReady, transcoded } = known;
  const type = escapeAttribute(contentType);
  const facts = `data-original-content-type="${type}" data-original-dimensions="${width}x${height}"`;
  if (!isReady) {
    rendering.hasPendingImage = true;
    return image(link, rendering, `<img class="image-loading-placeholder" ${facts} src="${LOADER_URL}">`);
  }
  const thumbnail = `/user_uploads/thumbnail/${escapeAttribute(path)}/840x560${isAnimated ? "-anim" : ""}.webp`;
  const animated = isAnimated ? 'data-animated="true" ' : "";
  const whole = transcoded === undefined ? "" : `data-transcoded-image="${escapeAttribute(transcoded)}" `;
  return image(link, rendering, `<img ${animated}${facts} ${whole}src="${thumbnail}">`);
}

const video = (link: LinkedAddress, url: string): string =>
  `<div class="message_inline_image message_inline_video"><a href="${url}"${titleOf(link)}>` +
  `<video preload="metadata" src="${url}"></video></a></div>`;

function youtube(url: string, id: string, rendering: Rendering): Preview {
  rendering.hasImage = true;
  const picture = `<img src="https://i.ytimg.com/vi/${id}/mqdefault.jpg">`;
  return {
    html: `<div class="youtube-video message_inline_image"><a data-id="${id}" href="${url}">${picture}</a></div>`,
    replaces: false,
  };
}
