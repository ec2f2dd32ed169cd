import { SCHEMES, withoutOddPort } from "./inline/urls.ts";

/**
 * The allow-list of rendered HTML: elements, their attributes, and the schemes of URLs. The renderer builds its HTML
 * out of fixed pieces and escaped text; a test parses the result and compares it with this list.
 */

const MATH =
  "math semantics mrow mi mn mo ms mspace mtext msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr " +
  "mtd mstyle mpadded mphantom menclose mglyph mlabeledtr annotation svg path line";

const PLAIN = "p br hr h1 h2 h3 h4 h5 h6 ul li blockquote strong em del code pre table thead tbody tr div span time";

/** All elements. Those without an entry in `ATTRIBUTES` may have only the attributes that any element may have. */
export const ELEMENTS: ReadonlySet<string> = new Set(`${PLAIN} ${MATH} a img ol th td audio video`.split(" "));

/** Attributes that describe the original of an image that is shown smaller. */
const ABOUT_ORIGINAL = [
  "data-animated",
  "data-original-content-type",
  "data-original-dimensions",
  "data-transcoded-image",
];

/** Attributes by element; those of formulas are KaTeX's own. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ["class", "data-id", "data-stream-id", "href", "style", "title"],
  audio: ["controls", "preload", "src", "title"],
  div: ["aria-hidden", "class", "data-code-language"],
  img: ["alt", "class", ...ABOUT_ORIGINAL, "src", "title"],
  ol: ["start"],
  span: ["aria-hidden", "aria-label", "class", "data-user-group-id", "data-user-id", "role", "style", "title"],
  td: ["style"],
  th: ["style"],
  time: ["datetime"],
  video: ["preload", "src"],
};

/** Attributes inside of formulas. None of them holds a URL or a script. */
export const MATH_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "xmlns encoding display mathvariant stretchy fence separator form lspace rspace width height depth voffset minsize " +
    "maxsize accent accentunder linethickness scriptlevel displaystyle columnalign columnspacing rowspacing columnlines " +
    "rowlines side notation mathcolor mathbackground mathsize movablelimits largeop symmetric frame framespacing viewbox " +
    "preserveaspectratio d x1 x2 y1 y2 stroke-width class style aria-hidden title linebreak"
  ).split(" "),
);

const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);
const FORMULAS: ReadonlySet<string> = new Set(["math", "svg"]);
const DEEPEST = 500;

/** A text, the end of an element, or its beginning, as the renderer writes them. */
const TOKEN = /([^<>]+)|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-zA-Z][\w-]*(?:="[^"<>]*")?)*) ?(\/?)>/y;
const ATTRIBUTE = / ([a-zA-Z][\w-]*)(?:="([^"]*)")?/g;

/**
 * Whether the renderer could have written this HTML: elements that nest, with attributes and addresses of the allow-list.
 * For HTML from elsewhere: what is not exactly of the renderer's form is refused, even if a browser would show it.
 */
export function isAllowedHtml(html: string): boolean {
  const open: string[] = [];
  let formulas = 0;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < html.length;) {
    const found = TOKEN.exec(html);
    if (found === null) return false;
    const [, text, closed, name = "", attributes = "", slash] = found;
    if (text !== undefined) continue;
    if (closed !== undefined) {
      if (open.pop() !== closed) return false;
      if (FORMULAS.has(closed)) formulas -= 1;
      continue;
    }
    const isMath = formulas > 0 || FORMULAS.has(name);
    if (!ELEMENTS.has(name) || !areAllowed(name, attributes, isMath)) return false;
    if (VOID.has(name) || (slash === "/" && isMath && !FORMULAS.has(name))) continue;
    if (slash === "/" || open.length >= DEEPEST) return false;
    open.push(name);
    if (FORMULAS.has(name)) formulas += 1;
  }
  return open.length === 0;
}

function areAllowed(element: string, attributes: string, isMath: boolean): boolean {
  for (const [, given = "", escaped] of attributes.matchAll(ATTRIBUTE)) {
    const name = given.toLowerCase();
    const isKnown = isMath ? MATH_ATTRIBUTES.has(name) : (ATTRIBUTES[element] ?? []).includes(name);
    if (!isKnown || (escaped === undefined && name !== "controls")) return false;
    const value = unescaped(escaped ?? "");
    if (value === undefined) return false;
    if (name === "style" && !(element === "a" ? PICTURE.test(value) : isPlainStyle(value))) return false;
    if ((name === "href" || name === "src") && !isAllowedAddress(value)) return false;
  }
  return true;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Undefined if there is an entity that the renderer never writes. */
function unescaped(value: string): string | undefined {
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(value)) return undefined;
  return value.replace(/&[a-z#\d]+;/g, (entity) => CHARACTERS[entity] as string);
}

const PICTURE = /^background-image: url\("https?:\/\/[\w:/?@!$&*+,;=.~%[\]-]+"\)$/;
/** Lengths and colors: what can neither load anything nor lie above other messages. */
const DECLARATION =
  /^ *(?:(?:text-align|vertical-align|(?:background-)?color|border(?:-[a-z]+)*|(?:min-|max-)?(?:width|height)|(?:margin|padding)(?:-[a-z]+)?|top|left|bottom|right|font-size|font-weight): *[\w.#% -]*|position: *relative) *$/;

const isPlainStyle = (style: string): boolean =>
  style.split(";").every((declaration) => declaration === "" || DECLARATION.test(declaration));

const HERE = "https://here.invalid";

/** A path on this server, or an address with one of the schemes of links. */
function isAllowedAddress(address: string): boolean {
  const url = URL.parse(withoutOddPort(address), HERE);
  if (url === null) return false;
  if (url.origin === HERE) return /^(?:#|\/(?![/\\])|user_uploads\/)/.test(address);
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return `${scheme.toLowerCase()}:` === url.protocol && SCHEMES.has(scheme.toLowerCase());
}
