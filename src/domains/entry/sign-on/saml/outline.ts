/**
 * The outline of a SAML message: its elements with their attributes, by a look at each character once. It is read before a
 * parser of XML sees the text, and refuses what such a parser would need long for, or read in two ways: declarations,
 * comments, sections, instructions, and more than a message of a provider has.
 */
export interface OutlinedElement {
  /** Without the prefix. */
  readonly name: string;
  readonly parent: OutlinedElement | undefined;
  /** As they are written. */
  readonly attributes: ReadonlyMap<string, string>;
}

export const MAX_XML_LENGTH = 256 * 1024;

/**
 * Somebody in 250 groups has 350 elements, of which some providers give each three attributes. What parses and signs takes
 * up to 45 µs for an attribute: 28,000 held the event loop for 1.2 s.
 */
const MAX_ELEMENTS = 800;
const MAX_DEPTH = 20;
const MAX_ATTRIBUTES = 20;
const MAX_ALL_ATTRIBUTES = 1000;

const DECLARATION = /\s*<\?xml[^<>?]*\?>/y;
const OPENING = /<((?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*))/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const END_OF_OPENING = /\s*(\/?)>/y;
const CLOSING = /<\/([\w.:-]+)\s*>/y;

/** The elements in their order, the outermost first. */
export function outlineOf(xml: string): readonly OutlinedElement[] {
  if (xml.length > MAX_XML_LENGTH) throw new Error("the message is too large");
  let at = lengthAt(DECLARATION, xml, 0);
  let count = 0;
  const elements: OutlinedElement[] = [];
  const open: { readonly tag: string; readonly element: OutlinedElement }[] = [];
  for (at = xml.indexOf("<", at); at >= 0; at = xml.indexOf("<", at)) {
    const closing = matchAt(CLOSING, xml, at);
    if (closing !== null) {
      if (open.pop()?.tag !== closing[1]) throw new Error("the message is not well-formed");
      at += closing[0].length;
      continue;
    }
    const opening = matchAt(OPENING, xml, at);
    if (opening === null) throw new Error("the message has a declaration, a comment, or what is no element");
    if (elements.length >= MAX_ELEMENTS || open.length >= MAX_DEPTH)
      throw new Error("the message has too many elements");
    if (open.length === 0 && elements.length > 0) throw new Error("the message has several roots");
    const { attributes, end, isEmpty } = attributesAt(xml, at + opening[0].length);
    count += attributes.size;
    if (count > MAX_ALL_ATTRIBUTES) throw new Error("the message has too many attributes");
    const element = { name: opening[2] ?? "", parent: open.at(-1)?.element, attributes };
    elements.push(element);
    if (!isEmpty) open.push({ tag: opening[1] ?? "", element });
    at = end;
  }
  if (elements.length === 0 || open.length > 0) throw new Error("the message is not well-formed");
  return elements;
}

function attributesAt(xml: string, start: number) {
  const attributes = new Map<string, string>();
  let at = start;
  for (let found = matchAt(ATTRIBUTE, xml, at); found !== null; found = matchAt(ATTRIBUTE, xml, at)) {
    const [all, name = "", quoted, single] = found;
    if (attributes.has(name) || attributes.size >= MAX_ATTRIBUTES)
      throw new Error("an element has too many attributes");
    attributes.set(name, quoted ?? single ?? "");
    at += all.length;
  }
  const end = matchAt(END_OF_OPENING, xml, at);
  if (end === null) throw new Error("the message is not well-formed");
  return { attributes, end: at + end[0].length, isEmpty: end[1] === "/" };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const lengthAt = (pattern: RegExp, text: string, at: number): number => matchAt(pattern, text, at)?.[0].length ?? 0;
