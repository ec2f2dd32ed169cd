import { type Media, openLightbox } from "../ui/lightbox.ts";

const LINKS = ".message_inline_image:not(.youtube-video) a";

/**
 * Opens a picture or video of a message large, with the others of the feed to go on to. A click with a key held down is
 * left to the browser, which opens another tab or window.
 */
export function openMedia(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>(LINKS);
  if (link === null) return;
  event.preventDefault();
  const links = [...(link.closest('[role="feed"]') ?? document).querySelectorAll<HTMLAnchorElement>(LINKS)];
  openLightbox(links.map(mediaOf), links.indexOf(link));
}

function mediaOf(link: HTMLAnchorElement): Media {
  const url = link.getAttribute("href") ?? "";
  const last = decodeURIComponent(url.split("/").at(-1) ?? "");
  return {
    kind: link.closest(".message_inline_video") === null ? "picture" : "video",
    url,
    name: link.title === "" ? last : link.title,
  };
}
