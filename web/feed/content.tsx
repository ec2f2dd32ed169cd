import { withPart } from "../ui/parts.tsx";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { characterOf } from "../ui/emoji-character.ts";
import { renderedHtml } from "../platform/trusted.ts";
import { state } from "../store.ts";
import { fullTime } from "../ui/time.ts";
import { openMedia } from "./media.ts";
import { makeMentionButton } from "./mentions.ts";

/** What the server made of somebody's Markdown. */
export function Content({ id, html, class: className = "" }: { id?: string; html: string; class?: string }) {
  const element = useRef<HTMLDivElement>(null);
  // The same object until the text changes: for another one the HTML would be set again, without what `finish` adds.
  const rendered = useMemo(() => ({ __html: renderedHtml(html) }), [html]);
  useLayoutEffect(() => {
    if (!isPlain(html)) finish(element.current as HTMLDivElement, state.peek()?.ownId);
  }, [html]);
  return (
    <div
      ref={element}
      id={id}
      class={`content ${className}`}
      dir="auto"
      onClick={openMedia}
      dangerouslySetInnerHTML={rendered}
    />
  );
}

/** Most messages are paragraphs of words, in which there is nothing to finish. */
const isPlain = (html: string): boolean => !/<(?!\/?(?:p|br|strong|em|del|ul|ol|li|code)\b)/.test(html);

/** What HTML alone cannot say: characters for emoji, sizes of pictures, whom a mention means. Before a login nobody is known. */
function finish(root: HTMLElement, ownId: number | undefined): void {
  for (const emoji of root.querySelectorAll<HTMLElement>("span.emoji")) {
    const code = /\bemoji-([\da-f-]+)/.exec(emoji.className)?.[1];
    if (code !== undefined) emoji.textContent = characterOf(code);
  }
  for (const image of root.querySelectorAll<HTMLImageElement>(".message_inline_image img")) sizePicture(image);
  for (const link of root.querySelectorAll("a")) {
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("/#") || href.startsWith("#")) continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const mention of root.querySelectorAll<HTMLElement>(
    ".user-mention[data-user-id], .user-group-mention[data-user-group-id]",
  )) {
    const id = mention.dataset["userId"];
    if (id === String(ownId) || id === "*") mention.classList.add("of-me");
    if (ownId !== undefined) makeMentionButton(mention);
  }
  for (const block of root.querySelectorAll<HTMLElement>("pre, .katex-display, table")) block.tabIndex = 0;
  const code = root.querySelectorAll<HTMLElement>(".codehilite");
  if (code.length > 0)
    withPart(import("#web/feed/code-buttons.ts"), ({ addCodeButtons }) => code.forEach(addCodeButtons));
  for (const spoiler of root.querySelectorAll<HTMLElement>(".spoiler-block")) closeSpoiler(spoiler);
  for (const time of root.querySelectorAll("time")) {
    const seconds = Date.parse(time.dateTime) / 1000;
    if (!Number.isNaN(seconds)) time.textContent = fullTime(seconds);
  }
}

/** The largest that a picture is among messages. */
const PICTURE = { width: 360, height: 220 };

/** The size is known before the picture has come, so that nothing moves when it does. */
function sizePicture(image: HTMLImageElement): void {
  const [width = 0, height = 0] = (image.dataset["originalDimensions"] ?? "").split("x").map(Number);
  if (width > 0 && height > 0) {
    const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height);
    image.width = Math.max(1, Math.round(width * scale));
    image.height = Math.max(1, Math.round(height * scale));
  }
  image.loading = "lazy";
  if (image.alt === "") image.alt = image.closest("a")?.title ?? "";
}

/** A spoiler is a button that shows and hides what comes after it. */
function closeSpoiler(block: HTMLElement): void {
  const [header, hidden] = [
    block.querySelector<HTMLElement>(".spoiler-header"),
    block.querySelector<HTMLElement>(".spoiler-content"),
  ];
  if (header === null || hidden === null) return;
  if (header.textContent.trim() === "") header.textContent = t("Spoiler");
  const show = (isOpen: boolean) => {
    hidden.hidden = !isOpen;
    hidden.setAttribute("aria-hidden", String(!isOpen));
    header.setAttribute("aria-expanded", String(isOpen));
  };
  header.role = "button";
  header.tabIndex = 0;
  show(false);
  const toggle = () => show(hidden.hidden !== false);
  header.addEventListener("click", toggle);
  header.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    toggle();
  });
}
