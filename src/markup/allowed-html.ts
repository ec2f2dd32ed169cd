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
