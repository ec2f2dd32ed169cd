import { dirname, join, normalize } from "node:path";
import { type Node, type Program, parseSync, type StaticImport, visitorKeys } from "oxc-parser";

/** A source file as the rules see it: its syntax tree, and what it imports. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
  /** The names of what is imported; "*" for everything, "default" for the default. */
  readonly names: readonly string[];
  /** Whether nothing of it is left when the program runs. */
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

/** What a dynamic import imports that computes the name. */
export const COMPUTED = "(computed)";

export function parsedFile(path: string, text: string): ParsedFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const add = (specifier: string, rest: Omit<Import, "from" | "to">) =>
    imports.push({ from: path, to: targetOf(path, specifier), ...rest });
  for (const statement of module.staticImports) {
    const isType = text.startsWith("import type ", statement.start);
    add(statement.moduleRequest.value, { names: namesOf(statement), isType, isDynamic: false });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, importName } of entries) {
      const names = [importName.name ?? "*"];
      if (moduleRequest) add(moduleRequest.value, { names, isType, isDynamic: false });
    }
  }
  const loaders = new Set<string>();
  walk(program, (node) => {
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && calls(node.init, "createRequire"))
      loaders.add(node.id.name);
    if (node.type === "CallExpression" && [...loaders].some((name) => calls(node, name)))
      add(literalIn(node.arguments[0]), { names: ["*"], isType: false, isDynamic: true });
    if (node.type === "ImportExpression") add(literalIn(node.source), { names: ["*"], isType: false, isDynamic: true });
    if (node.type === "TSImportType") add(literalIn(node.source), { names: ["*"], isType: true, isDynamic: false });
  });
  return { path, text, program, imports };
}

/** A default import has no name in the parser's list, nor has everything; the kind tells them apart. */
const namesOf = ({ entries }: StaticImport): string[] =>
  entries.map(({ importName: { kind, name } }) => name ?? ((kind as string) === "Default" ? "default" : "*"));

const calls = (node: Node | null, name: string): boolean =>
  node?.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === name;

const literalIn = (node: Node | undefined): string =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : COMPUTED;

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith("#web/")) return specifier.slice(1);
  if (specifier.startsWith("#")) return `src/${specifier.slice(1)}`;
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

/** Calls a function for each node, with the nodes around it, the innermost last. */
export function walk(root: Node, visit: (node: Node, around: readonly Node[]) => void): void {
  const around: Node[] = [];
  const step = (node: Node) => {
    visit(node, around);
    around.push(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const inner of Array.isArray(child) ? child : [child]) if (isNode(inner)) step(inner);
    }
    around.pop();
  };
  step(root);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
