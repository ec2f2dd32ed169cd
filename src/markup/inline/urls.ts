import type { MarkupContext } from "../context.ts";

/** The schemes that a link may have. Everything else is left as text. */
export const SCHEMES: ReadonlySet<string> = new Set(
  (
    "http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel " +
    "urn webcal wtai xmpp"
  ).split(" "),
);

const MAX_LENGTH = 2048;
const EMAIL = /^[^\s@/?#:]+@[^\s@/?#:]+\.[^\s@/?#:]+$/;
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}._-]*(?::\d{1,5})?(?:[/?#]|$)/u;
/** Browsers drop or convert these characters, and so read another URL than is written. */
const TREACHEROUS = /[\p{Cc}\s\\]/u;

/**
 * The URL of a link, or undefined if it is not allowed. It is judged as a browser parses it: a path on this server
 * stays one, and a URL that names a host names it visibly.
 */
export function safeUrl(typed: string): string | undefined {
  const url = typed.trim();
  if (url === "" || url.length > MAX_LENGTH || TREACHEROUS.test(url)) return undefined;
  if (url.startsWith("#") || /^\/(?!\/)/.test(url)) return url;
  if (EMAIL.test(url)) return `mailto:${url}`;
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  if (!SCHEMES.has(scheme.toLowerCase()) && !HOST.test(url)) return undefined;
  const whole = SCHEMES.has(scheme.toLowerCase()) ? url : `http://${url}`;
  return URL.canParse(withoutOddPort(whole)) ? whole : undefined;
}

const ODD_PORT = /^(https?:\/\/[\p{L}\p{N}][\p{L}\p{N}._-]*):[\w.~-]*(?=[/?#]|$)/iu;

/** A port that is no number leads nowhere, but what was written is a link all the same, judged by the rest of it. */
export const withoutOddPort = (url: string): string => url.replace(ODD_PORT, "$1");

const UPLOADS = "user_uploads/";

/** Links to this organization are relative, so that they survive a new host name. */
export function localized(url: string, context: MarkupContext | undefined): string {
  const path = context?.own?.pathOf(url);
  return path !== undefined && (path.startsWith("#") || path.startsWith(UPLOADS)) ? path : url;
}

/** The path below `/user_uploads/` of the file that a link may lead to. */
export function uploadPath(href: string, context: MarkupContext | undefined): string | undefined {
  const local = context?.own?.possiblePathOf(href) ?? href;
  const [, path] = /^\/?user_uploads\/(?!thumbnail\/|download\/|temporary\/)([^?#]+)$/.exec(local) ?? [];
  return path;
}
