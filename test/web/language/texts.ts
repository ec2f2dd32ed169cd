import { type Argument, Visitor } from "oxc-parser";
import { firstModules, type Source, translatorOf } from "./sources.ts";
import { untranslatedIn } from "./untranslated.ts";

export interface Texts {
  readonly plain: ReadonlySet<string>;
  /** Texts with a number, by their form for many; the value is the form for one. */
  readonly counted: ReadonlyMap<string, string>;
  /** What cannot be translated as it is written, and where. */
  readonly faults: readonly string[];
}

/** The texts that are given to `t` and `tn`, and what is wrong with the way in which they are. */
export function textsIn(sources: readonly Source[]): Texts {
  const plain = new Set<string>();
  const counted = new Map<string, string>();
  const faults: string[] = [];
  const first = firstModules(sources);
  for (const source of sources) {
    for (const { name, texts, position, isInFunction } of callsIn(source)) {
      const [one, other] = texts;
      if (!isInFunction && first.has(source.path))
        faults.push(`${source.at(position)}: called before the language is known`);
      if (one === undefined) faults.push(`${source.at(position)}: not a text but an expression`);
      else if (name === "t") plain.add(one);
      else if (other !== undefined) counted.set(other, one);
    }
    faults.push(...untranslatedIn(source));
  }
  for (const text of counted.keys()) if (plain.has(text)) faults.push(`“${text}” is used with a number and without`);
  return { plain, counted, faults };
}

interface TextCall {
  readonly name: "t" | "tn";
  /** Empty where an argument is not a literal. */
  readonly texts: readonly string[];
  readonly position: number;
  readonly isInFunction: boolean;
}

function callsIn({ path, program }: Source): TextCall[] {
  const calls: TextCall[] = [];
  if (path === "language/text.ts") return calls;
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
      if (name === undefined) return;
      const given = name === "t" ? node.arguments.slice(0, 1) : node.arguments.slice(1, 3);
      const texts = given.flatMap((argument) => literalOf(argument) ?? []);
      const isWhole = texts.length === given.length;
      calls.push({ name, texts: isWhole ? texts : [], position: node.start, isInFunction: depth > 0 });
    },
  }).visit(program);
  return calls;
}

const literalOf = (node: Argument): string | undefined =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
