import type { MarkupContext } from "../context.ts";

/** What a link may lead to. Everything else is left as text. */
export const SCHEMES: ReadonlySet<string> = new Set(
  (
    "http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel " +
    "urn webcal wtai xmpp"
  ).split(" "),
);

const LONGEST = 2048;
const EMAIL = /^[^\s@/?#:]+@[^\s@/?#:]+\.[^\s@/?#:]+$/;
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}._-]*(?::\d{1,5})?(?:[/?#]|$)/u;
/** Browsers drop or turn these, and so read another address than is written. */
const TREACHEROUS = /[\p{Cc}\s\\]/u;

/**
 * The address that a link leads to, or nothing if it may not. It is judged as a browser reads it: a path of our own
 * stays one, and whatever names a host names it openly.
 */
export function safeUrl(written: string): string | undefined {
  const url = written.trim();
  if (url === "" || url.length > LONGEST || TREACHEROUS.test(url)) return undefined;
  if (url.startsWith("#") || /^\/(?!\/)/.test(url)) return url;
  if (EMAIL.test(url)) return `mailto:${url}`;
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  if (!SCHEMES.has(scheme.toLowerCase()) && !HOST.test(url)) return undefined;
  const whole = SCHEMES.has(scheme.toLowerCase()) ? url : `http://${url}`;
  return URL.canParse(whole) ? whole : undefined;
}

const UPLOADS = "user_uploads/";

/** Links to places of our own are relative, so that they outlive a new host name. */
export function localized(url: string, context: MarkupContext | undefined): string {
  const own = context?.url;
  if (own === undefined || !url.startsWith(`${own}/`)) return url;
  const path = url.slice(own.length + 1);
  return path.startsWith("#") || path.startsWith(UPLOADS) ? path : url;
}

/** The path of an uploaded file below `/user_uploads/`. */
export function uploadPath(href: string): string | undefined {
  const [, path] = /^\/?user_uploads\/(?!thumbnail\/|download\/|temporary\/)([^?#]+)$/.exec(href) ?? [];
  return path;
}
