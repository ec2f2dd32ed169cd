import { type Argument, type CallExpression, Visitor } from "oxc-parser";
import type { Source } from "./sources.ts";

/** Functions that translate, each with the position of its text, of the form for many, and of the context. */
const TRANSLATORS = {
  t: { text: 0 },
  tc: { context: 0, text: 1 },
  tn: { text: 1, many: 2 },
} as const;
type Translator = keyof typeof TRANSLATORS;

export interface TextCall {
  readonly context?: string | undefined;
  /** Undefined where it is not a literal. */
  readonly text: string | undefined;
  readonly many?: string | undefined;
  readonly position: number;
  readonly isInFunction: boolean;
}

const isTranslator = (name: string): name is Translator => Object.hasOwn(TRANSLATORS, name);

/** The translating function that is called: `t` of the client, `t` and `texts.t` of the server. */
export function translatorOf({ callee }: CallExpression): Translator | undefined {
  const isOfTexts = callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier";
  const name = callee.type === "Identifier" ? callee.name : isOfTexts ? callee.property.name : "";
  return isTranslator(name) ? name : undefined;
}

export function callsIn({ program }: Source): TextCall[] {
  const calls: TextCall[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    CallExpression(node) {
      const name = translatorOf(node);
      if (name !== undefined) calls.push({ ...textsOf(name, node), position: node.start, isInFunction: depth > 0 });
    },
  }).visit(program);
  return calls;
}

function textsOf(name: Translator, { arguments: given }: CallExpression): Pick<TextCall, "context" | "text" | "many"> {
  const places: { text: number; many?: number; context?: number } = TRANSLATORS[name];
  const literals = given.map(literalOf);
  const isWhole = Object.values(places).every((index) => literals[index] !== undefined);
  const literalAt = (index: number | undefined) => (index === undefined ? undefined : literals[index]);
  return {
    context: literalAt(places.context),
    text: isWhole ? literalAt(places.text) : undefined,
    many: literalAt(places.many),
  };
}

const literalOf = (node: Argument): string | undefined =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
