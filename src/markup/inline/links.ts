import { escapeAroundEntities, escapeAttribute, escapeText } from "../escape.ts";
import type { Line } from "../line.ts";
import { holdsMark, stash, withoutMarks } from "../stash.ts";
import { localized, safeUrl, uploadPath } from "./urls.ts";

const AUDIO = /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)$/i;

/** Stashes the HTML of a link. The text must be HTML already. */
export function link(line: Line, url: string, html: string, name?: string, title?: string): string {
  const href = localized(url, line.rendering.context);
  const { rendering } = line;
  rendering.hasLink = true;
  const upload = uploadPath(href, rendering.context);
  if (upload !== undefined) rendering.linkedUploads.add(upload);
  line.links.push({ url, href, name });
  const titled = title === undefined ? "" : ` title="${escapeAttribute(title)}"`;
  return stash(line.stash, `<a href="${escapeAttribute(href)}"${titled}>${html}</a>`);
}

/** `[text](address "title")`, and audio as `![title](address)`. */
export function renderLinks(text: string, line: Line): string {
  const closing = pairs(text);
  let [result, done] = ["", 0];
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", at + 1)) {
    const middle = closing.get(at);
    const end = middle === undefined || text[middle + 1] !== "(" ? undefined : closing.get(middle + 1);
    if (at < done || middle === undefined || end === undefined) continue;
    const isMedia = text[at - 1] === "!";
    const html = (isMedia ? sound : named)(line, text.slice(at + 1, middle), text.slice(middle + 2, end));
    if (html === undefined) continue;
    result += text.slice(done, isMedia ? at - 1 : at) + html;
    done = end + 1;
  }
  return result + text.slice(done);
}

/** Where each bracket is closed, found in one pass. Parentheses do not span lines. */
function pairs(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const brackets: number[] = [];
  let parentheses: number[] = [];
  for (const { 0: character, index } of text.matchAll(/[[\]()\n]/g)) {
    if (character === "[") brackets.push(index);
    else if (character === "(") parentheses.push(index);
    else if (character === "\n") parentheses = [];
    else {
      const opening = (character === "]" ? brackets : parentheses).pop();
      if (opening !== undefined) closing.set(opening, index);
    }
  }
  return closing;
}

interface LinkDestination {
  readonly url: string;
  readonly title: string | undefined;
}

function destinationOf(typed: string): LinkDestination | undefined {
  if (typed.length > 4096 || holdsMark(typed)) return undefined;
  const parts = /^\s*(?:(\S*)|(\S+)\s+(?:"([^"]*)"|'([^']*)'))\s*$/.exec(typed) ?? [];
  const [, plain, address = plain, doubly, title = doubly] = parts;
  if (address === undefined) return undefined;
  const url = safeUrl(address.replace(/^<(.*)>$/, "$1"));
  return url === undefined ? undefined : { url, title };
}

function named(line: Line, text: string, typed: string): string | undefined {
  const destination = destinationOf(typed);
  if (destination === undefined) return undefined;
  const { url, title } = destination;
  return text.trim() === ""
    ? link(line, url, escapeText(url), url, title)
    : link(line, url, escapeAroundEntities(text), withoutMarks(text), title);
}

function sound(line: Line, text: string, typed: string): string | undefined {
  const destination = destinationOf(typed);
  if (destination === undefined || !AUDIO.test(destination.url)) return undefined;
  const src = localized(destination.url, line.rendering.context);
  const upload = uploadPath(src, line.rendering.context);
  if (upload !== undefined) line.rendering.linkedUploads.add(upload);
  return stash(
    line.stash,
    `<audio controls preload="metadata" src="${escapeAttribute(src)}" title="${escapeAttribute(withoutMarks(text))}"></audio>`,
  );
}
