import type { Node } from "oxc-parser";

/** What rules ask of a syntax tree. */

/** The name of a property, also of `object["name"]`. */
export function propertyOf(node: Node): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const { property, computed } = node;
  if (!computed && property.type === "Identifier") return property.name;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : undefined;
}

export const isMember = (node: Node, object: RegExp, property: RegExp): boolean =>
  node.type === "MemberExpression" && object.test(nameOf(node.object)) && property.test(propertyOf(node) ?? "");

/** The last name of an expression: of `a.b.c()` it is c. */
export function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "CallExpression") return nameOf(node.callee);
  if (node.type === "ChainExpression" || node.type === "TSNonNullExpression") return nameOf(node.expression);
  return propertyOf(node) ?? "";
}

/** Whether an identifier is a value that the program looks up, rather than the name of a property, a type or a parameter. */
export function isValue(node: Node, around: readonly Node[], name: string): boolean {
  if (node.type !== "Identifier" || node.name !== name) return false;
  const parent = around.at(-1);
  switch (parent?.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
      return parent.value === node && !parent.method;
    case "VariableDeclarator":
      return parent.init === node;
    case "TSTypeReference":
    case "TSPropertySignature":
    case "TSQualifiedName":
    case "ImportSpecifier":
    case "ExportSpecifier":
      return false;
    default:
      return true;
  }
}

/** The names in a type. */
export function typeNames(type: Node): string[] {
  if (type.type === "TSTypeReference") {
    const own = type.typeName.type === "Identifier" ? [type.typeName.name] : [];
    return [...own, ...(type.typeArguments?.params ?? []).flatMap(typeNames)];
  }
  if (type.type === "TSArrayType") return typeNames(type.elementType);
  if (type.type === "TSTypeOperator" || type.type === "TSParenthesizedType") return typeNames(type.typeAnnotation);
  if (type.type === "TSIntersectionType" || type.type === "TSUnionType") return type.types.flatMap(typeNames);
  return [];
}

export const isFunction = ({ type }: Node): boolean =>
  type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
