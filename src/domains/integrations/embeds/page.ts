import { imageAddress } from "#markup/embeds.ts";
import type { Embed } from "#markup/render.ts";

/**
 * Parses the metadata in the head of a page in one pass: every step advances, nothing nests, and invalid parts are skipped.
 * It knows only the HTML that this needs, and trusts nothing that it finds.
 */

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 500;

const TAG = /<([a-z][^\s/>]*)/iy;
const GAP = /[\s/=]*/y;
const NAME = /[^\s/>=]+/y;
const VALUE = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/y;

/** Elements whose content is not HTML, with the expressions for their ends. */
const OPAQUE: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  textarea: /<\/textarea/gi,
  title: /<\/title/gi,
};

/** The names of metadata, the preferred one first. */
const TITLES = ["og:title", "twitter:title", "title"];
const DESCRIPTIONS = ["og:description", "twitter:description", "description"];
const IMAGES = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
const WANTED: ReadonlySet<string> = new Set([...TITLES, ...DESCRIPTIONS, ...IMAGES]);

/** The preview of a page; undefined if it has no picture. */
export function embedIn(html: string, address: string): Embed | undefined {
  const facts = factsIn(html);
  const best = (names: readonly string[]) =>
    names.map((name) => facts.get(name) ?? "").find((fact) => fact !== "") ?? "";
  const named = best(IMAGES);
  const image = named === "" ? undefined : imageAddress(named, address);
  if (image === undefined) return undefined;
  return {
    title: cut(best(TITLES), MAX_TITLE_LENGTH),
    description: cut(best(DESCRIPTIONS), MAX_DESCRIPTION_LENGTH),
    image,
  };
}

function factsIn(html: string): Map<string, string> {
  const facts = new Map<string, string>();
  const note = (name: string, text: string) => {
    const fact = normalizedText(text);
    if (WANTED.has(name) && fact !== "" && !facts.has(name)) facts.set(name, fact);
  };
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      at = endOf(html, html.indexOf("-->", at + 4));
      continue;
    }
    const tag = matchAt(TAG, html, at);
    if (tag === null) {
      at += 1;
      continue;
    }
    const { attributes, end } = attributesAt(html, at + tag[0].length);
    const name = tag[1]?.toLowerCase() ?? "";
    at = end;
    if (name === "meta") note(metaName(attributes), attributes.get("content") ?? "");
    const closing = OPAQUE[name];
    if (closing === undefined) continue;
    closing.lastIndex = at;
    const inside = html.slice(at, endOf(html, closing.exec(html)?.index ?? -1));
    if (name === "title") note("title", inside);
    at += inside.length;
  }
  return facts;
}

const metaName = (attributes: ReadonlyMap<string, string>): string =>
  (attributes.get("property") ?? attributes.get("name") ?? "").trim().toLowerCase();

const endOf = (html: string, at: number): number => (at < 0 ? html.length : at);

function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}

/** The attributes of a tag, and the index of its end. The first attribute of a name counts. */
function attributesAt(html: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    at += matchAt(GAP, html, at)?.[0].length ?? 0;
    const name = matchAt(NAME, html, at)?.[0];
    if (name === undefined) return { attributes, end: html[at] === ">" ? at + 1 : at };
    at += name.length;
    const [whole = "", double, single, bare] = matchAt(VALUE, html, at) ?? [];
    at += whole.length;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? "");
  }
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi;
const NAMED =
  "amp & lt < gt > quot \" apos ' hellip … ndash – mdash — middot · bull • lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo »";
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["nbsp", " "],
  ...NAMED.matchAll(/(\w+) (\S+)/g).map(([, name = "", character = ""]) => [name, character] as const),
]);

/** Characters that change the direction of the text around them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Decodes entities, and removes line breaks and characters that cannot be stored or would deceive. */
const normalizedText = (text: string): string =>
  text
    .replace(ENTITY, (whole, decimal, hex, name) => characterOf(decimal, hex) ?? ENTITIES.get(name as string) ?? whole)
    .toWellFormed()
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function cut(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
