import { createRequire } from "node:module";
import type * as re2js from "re2js";
import { parseTemplate } from "url-template";
import type { Linkifier } from "#engine/model/records.ts";
import { escapeText } from "../escape.ts";
import type { Line } from "../line.ts";
import { link } from "./links.ts";
import { cpuMs } from "#platform/clock.ts";
import { linkifierTime } from "../rendering.ts";
import { holdsMark } from "../stash.ts";
import { safeUrl } from "./urls.ts";

/** A group that took no part in a match has null, which differs from an empty text. */
type GroupValues = Readonly<Record<string, string | null>>;

/** A compiled linkifier. Its expression is matched in linear time whatever it is. */
interface CompiledLinkifier {
  readonly expression: re2js.RE2JS;
  readonly groups: readonly string[];
  readonly expand: (values: GroupValues) => string;
}

/** A match of a linkifier. */
export interface Linkified {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

const load = createRequire(import.meta.url);

/** The library is loaded with the first linkifier: most organizations have none, and it takes as much memory as a domain. */
const expressionOf = (pattern: string): re2js.RE2JS => (load("re2js") as typeof re2js).RE2JS.compile(pattern);

const WHOLE = "parley_whole";
const compiled = new WeakMap<Linkifier, CompiledLinkifier>();

/** Where a match may be: after any kind of space or an opening character, and not before a letter or digit. */
const bounded = (pattern: string): string => `(?:^|[\\s\\pZ\u0085'"(,:<])(?P<${WHOLE}>${pattern})(?:$|[^\\pL\\pN])`;

/** A percent sign that begins no escape stands for itself. */
const templateOf = (template: string): ReturnType<typeof parseTemplate> =>
  parseTemplate(template.replace(/%(?![\da-f]{2})/gi, "%25"));

function compile(linkifier: Linkifier): CompiledLinkifier {
  const known = compiled.get(linkifier);
  if (known !== undefined) return known;
  const expression = expressionOf(bounded(linkifier.pattern));
  const template = templateOf(linkifier.url_template);
  const groups = Object.keys(expression.namedGroups()).filter((name) => name !== WHOLE);
  const ready = { expression, groups, expand: (values: GroupValues) => template.expand(values) };
  compiled.set(linkifier, ready);
  return ready;
}

/** The named groups of an expression. Throws if the expression cannot be matched in linear time. */
export const patternGroups = (pattern: string): string[] => {
  expressionOf(pattern);
  return Object.keys(expressionOf(bounded(pattern)).namedGroups()).filter((name) => name !== WHOLE);
};

/** The URL of a template with a value for every variable; undefined if a link may not lead there. */
export const sampleUrl = (template: string, variables: Iterable<string>): string | undefined =>
  safeUrl(templateOf(template).expand(Object.fromEntries([...variables].map((name) => [name, "x"]))));

/** The product of the steps of an expression and the length of a text: one look takes 20 ms at most. */
const MAX_STEPS = 1_000_000;

/** The matches of one linkifier in a text, left to right. */
export function* matchesOf(linkifier: Linkifier, text: string, time = linkifierTime()): Generator<Linkified> {
  const { expression, groups, expand } = compile(linkifier);
  if (expression.programSize() * text.length > MAX_STEPS) return;
  const matcher = expression.matcher(text);
  const find = (from: number): boolean => {
    if (time.ms <= 0) return false;
    const before = cpuMs();
    const isFound = matcher.find(from);
    time.ms -= cpuMs() - before;
    return isFound;
  };
  for (let from = 0; from <= text.length && find(from);) {
    const [start, end] = [matcher.start(WHOLE), matcher.end(WHOLE)];
    // A match that contains a stashed piece is rendered already.
    if (end > start && !holdsMark(text.slice(start, end))) {
      const url = safeUrl(expand(Object.fromEntries(groups.map((name) => [name, matcher.group(name)]))));
      if (url !== undefined) yield { start, end, url };
    }
    // The character after a match may be the one before the next.
    from = Math.max(end, from + 1);
  }
}

export function applyLinkifiers(text: string, line: Line): string {
  let result = text;
  for (const linkifier of line.rendering.context?.model.linkifiers ?? []) result = applyOne(result, linkifier, line);
  return result;
}

function applyOne(text: string, linkifier: Linkifier, line: Line): string {
  let [result, done] = ["", 0];
  for (const { start, end, url } of matchesOf(linkifier, text, line.rendering.linkifierTime)) {
    result += text.slice(done, start) + link(line, url, escapeText(text.slice(start, end)));
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}
