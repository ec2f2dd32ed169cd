import type { Node } from "oxc-parser";
import type { ParsedFile } from "./parsed-file.ts";
import { isAccess, isAction, isEndpoints, isPages } from "./roles.ts";
import { typeNames } from "./syntax.ts";

/**
 * What an endpoint or page gives an action to act on has passed access: the types of the action's parameters say so. A
 * record of the model says nothing, except for the actor, who comes first.
 */
export function openTargets(files: readonly ParsedFile[]): string[] {
  const records = recordsBehindBrands(files);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const called = files
    .filter(({ path }) => isEndpoints(path) || isPages(path))
    .flatMap(({ imports }) => imports.filter(({ to }) => isAction(to)));
  const seen = new Set(called.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)));
  return [...seen].flatMap((key) => {
    const [path = "", name = ""] = key.split(" ");
    if (TAKE_NEW_RECORDS.has(name)) return [];
    const open = parametersOf(byPath.get(path), name).flatMap((parameter, index) =>
      typeNames(parameter).filter((type) => records.has(type) && !(type === "User" && index === ACTOR)),
    );
    return open.map((type) => `${path}: ${name} takes a ${type} that nobody has checked`);
  });
}

/** Behind the transaction. */
const ACTOR = 1;

/** Actions on what their caller has just made. */
const TAKE_NEW_RECORDS = new Set(["addPlayground", "addToken", "settleDevice"]);

/** The records of which access.ts makes branded types. */
function recordsBehindBrands(files: readonly ParsedFile[]): ReadonlySet<string> {
  const types = files.filter(({ path }) => isAccess(path)).flatMap(brandTypes);
  const brands = new Set(types.map(({ name }) => name));
  return new Set(types.flatMap(({ parts }) => parts).filter((name) => !brands.has(name)));
}

/** The branded types that an access.ts exports, each with the types that it is made of. */
export function brandTypes({ program }: ParsedFile): { name: string; parts: string[] }[] {
  return program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (declaration?.type !== "TSTypeAliasDeclaration") return [];
    const { id, typeAnnotation } = declaration;
    if (typeAnnotation.type !== "TSIntersectionType") return [];
    return [{ name: id.name, parts: typeNames(typeAnnotation) }];
  });
}

/** The types of the parameters of an exported function. */
function parametersOf(file: ParsedFile | undefined, name: string): Node[] {
  for (const statement of file?.program.body ?? []) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (declaration?.type === "FunctionDeclaration" && declaration.id?.name === name)
      return typesOf(declaration.params);
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type === "Identifier" && id.name === name && init?.type === "ArrowFunctionExpression")
        return typesOf(init.params);
    }
  }
  return [];
}

const typesOf = (parameters: readonly Node[]): Node[] =>
  parameters.map((parameter) => {
    const target = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    const annotation = "typeAnnotation" in target ? (target.typeAnnotation as { typeAnnotation?: Node } | null) : null;
    return annotation?.typeAnnotation ?? parameter;
  });
