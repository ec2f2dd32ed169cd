import { type JSXElement, type JSXFragment, type Node, Visitor } from "oxc-parser";
import { translatorOf } from "./calls.ts";
import type { Source } from "./sources.ts";

/** Attributes whose values people read or hear. */
const READ = new Set(["aria-label", "aria-description", "alt", "label", "placeholder", "title"]);
/** Names, and examples of names, that are the same in every language. */
const NAMES = new Set(["Jitsi Meet", "Rust playground", "X (Twitter)", "party_parrot", "rust", "weather"]);
const isName = (text: string): boolean => NAMES.has(text) || /^(https:\/\/|#\()|^example\.com$/.test(text);

/** Texts that people read, in places where nothing translates them; and sentences anywhere. */
export function untranslatedIn({ program, at }: Source): string[] {
  const found: string[] = [];
  const fault = (node: Node, text: string) => {
    if (!isName(text)) found.push(`${at(node.start)}: “${text.trim()}” is not translated`);
  };
  const checkShown = (node: Node): void => {
    for (const { part, text } of shownParts(node)) if (/\p{L}{2}/u.test(text)) fault(part, text);
  };
  const checkChildren = ({ children }: JSXElement | JSXFragment): void => {
    for (const child of children) if (child.type === "JSXExpressionContainer") checkShown(child.expression);
  };
  let translators = 0;
  new Visitor({
    CallExpression(node) {
      if (translatorOf(node) !== undefined) translators += 1;
    },
    "CallExpression:exit"(node) {
      if (translatorOf(node) !== undefined) translators -= 1;
    },
    JSXText(node) {
      if (/\p{L}/u.test(node.value)) fault(node, node.value);
    },
    JSXAttribute({ name, value }) {
      if (name.type !== "JSXIdentifier" || !READ.has(name.name) || value === null) return;
      checkShown(value.type === "JSXExpressionContainer" ? value.expression : value);
    },
    JSXElement: checkChildren,
    JSXFragment: checkChildren,
    Literal(node) {
      if (translators > 0 || typeof node.value !== "string") return;
      if (/^\p{Lu}\p{Ll}*[,:]? \p{L}+/u.test(node.value)) fault(node, node.value);
    },
  }).visit(program);
  return [...new Set(found)];
}

/** The texts that an expression may show. */
function shownParts(node: Node): { readonly part: Node; readonly text: string }[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [{ part: node, text: node.value }] : [];
    case "TemplateLiteral":
      return [{ part: node, text: node.quasis.map(({ value }) => value.raw).join(" ") }];
    case "ConditionalExpression":
      return [...shownParts(node.consequent), ...shownParts(node.alternate)];
    case "LogicalExpression":
      return shownParts(node.right);
    default:
      return [];
  }
}
