import { escapeText } from "../escape.ts";
import { type Line, LINK_START } from "../line.ts";
import { link } from "./links.ts";
import { safeUrl } from "./urls.ts";
import tlds from "tlds" with { type: "json" };

/** A bare URL in a text. */
interface UrlMatch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The URL with its scheme. */
  readonly url: string;
}

const START = new RegExp(`${LINK_START}(?=[\\p{L}\\p{N}])`, "gu");
/** Text without this has no URL. Most text has none, and classes of Unicode would take ten times as long. */
const MAY_HOLD_ONE = /:\/\/|[^\s.]\.[^\s.\d]|bitcoin:/;

const WITH_SCHEME = /https?:\/\/(?:[^\s<>"\uD800]|\uD800[\uDC00-\uDFFF])+/iy;
/** An address as wallets write it: 26 to 35 letters of their alphabet, which lacks 0, O, I and l. */
const BITCOIN = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y;
const EMAIL = /[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?![\p{L}\p{N}@-])/uy;
const HOST = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d{1,5}(?!\d))?/uy;
const PATH = /[/?#](?:[^\s<>"\uD800]|\uD800[\uDC00-\uDFFF])*/y;
/** After a URL the word ends, or only these follow: punctuation, and the end of bold, italic or struck text. */
const ENDING = /[!:;?),.'">*~]*(?:\s|$)/y;

/** Every bare URL, left to right. A place without one is skipped as a whole, so nothing is read twice. */
export function addressesIn(text: string, scheme: "http" | "https"): UrlMatch[] {
  if (!MAY_HOLD_ONE.test(text)) return [];
  const found: UrlMatch[] = [];
  const hasEmail = text.includes("@");
  START.lastIndex = 0;
  for (let match = START.exec(text); match !== null; match = START.exec(text)) {
    const start = match.index;
    const { address, end } = addressAt(text, start, scheme, hasEmail);
    if (address !== undefined) found.push(address);
    // In the middle of a character the expression would find its beginning again, for ever.
    START.lastIndex = Math.max(end, start + characterLength(text, start));
  }
  return found;
}

const characterLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

interface Look {
  readonly address?: UrlMatch;
  /** Where to continue. */
  readonly end: number;
}

function addressAt(all: string, start: number, scheme: string, mayBeEmail: boolean): Look {
  const whole = at(WITH_SCHEME, all, start);
  if (whole !== "") {
    const text = trimmed(whole);
    const address = endsWord(all, start + text.length) ? addressOf(start, text) : undefined;
    return { ...(address !== undefined && { address }), end: start + (address?.text ?? whole).length };
  }
  const bitcoin = at(BITCOIN, all, start);
  if (bitcoin !== "" && endsWord(all, start + bitcoin.length)) {
    const end = start + bitcoin.length;
    return { address: { start, end, text: bitcoin, url: bitcoin }, end };
  }
  const email = mayBeEmail ? at(EMAIL, all, start) : "";
  if (email !== "" && isTopLevelDomain(lastLabel(email)) && endsWord(all, start + email.length)) {
    return {
      address: { start, end: start + email.length, text: email, url: `mailto:${email}` },
      end: start + email.length,
    };
  }
  const host = at(HOST, all, start);
  if (host === "" || !isTopLevelDomain(lastLabel(host.replace(/:\d+$/, "")))) return { end: start + 1 };
  const path = at(PATH, all, start + host.length);
  const text = trimmed(host + path);
  const address = endsWord(all, start + text.length) ? addressOf(start, text, scheme) : undefined;
  return { ...(address !== undefined && { address }), end: start + host.length + path.length };
}

function at(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}

function endsWord(text: string, index: number): boolean {
  ENDING.lastIndex = index;
  return ENDING.test(text);
}

/** Further inside of parentheses than this nothing is linked. */
const DEEPEST = 6;

const step = (character: string): number => (character === "(" ? 1 : character === ")" ? -1 : 0);

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth = Math.max(depth + step(character), 0);
    if (depth > DEEPEST) return true;
  }
  return false;
}

function addressOf(start: number, text: string, scheme?: string): UrlMatch | undefined {
  if (isTooDeep(text)) return undefined;
  const url = safeUrl(scheme === undefined ? text : `${scheme}://${text}`);
  return url === undefined ? undefined : { start, end: start + text.length, text, url };
}

const lastLabel = (host: string): string => host.slice(host.lastIndexOf(".") + 1);

/** The URL without the punctuation after it. A closing parenthesis that was opened inside belongs to the URL. */
function trimmed(address: string): string {
  let balance = 0;
  for (const character of address) balance += step(character);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] as string;
    if (last === ")" && balance < 0) balance += 1;
    else if (!"!:;?,.'*~".includes(last)) break;
  }
  return address.slice(0, end);
}

export function linkAddresses(text: string, line: Line): string {
  const addresses = addressesIn(text, "http");
  if (addresses.length === 0) return text;
  let [result, done] = ["", 0];
  for (const { start, end, text: shown, url } of addresses) {
    result += text.slice(done, start) + link(line, url, escapeText(shown));
    done = end;
  }
  return result + text.slice(done);
}

/** Top-level domains that usually are file name extensions. */
const FILES = new Set(["java", "md", "mov", "py", "zip"]);
/** Reserved for tests, documentation and local networks. */
const RESERVED = ["example", "invalid", "local", "test"];

const KNOWN: ReadonlySet<string> = new Set([...tlds.filter((name) => !FILES.has(name)), ...RESERVED]);

const isTopLevelDomain = (label: string): boolean => KNOWN.has(label.toLowerCase()) || /^xn--/i.test(label);
