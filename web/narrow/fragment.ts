import { type Narrow, namesPerson, operatorOf, type Operator, type Term } from "./terms.ts";

/**
 * Narrows as the fragments of addresses: `#narrow/channel/7-general/topic/hello/near/42`. The form is that of the links
 * in rendered messages. A dot takes the place of the percent sign, which browsers would decode.
 */
export interface Names {
  channel(id: number): string | undefined;
  person(id: number): string | undefined;
}

const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(".", "%2E")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(".", "%"));
  } catch {
    return text;
  }
}

/** Decoration for people who read the address: only the number before it counts. */
const slug = (name: string | undefined): string =>
  name === undefined || name === "" ? "" : `-${encoded(name.replaceAll(/\s+/g, "-"))}`;

export function fragmentOf(narrow: Narrow, names: Names): string {
  const parts = narrow.flatMap(({ operator, operand, negated }) => [
    negated === true ? `-${operator}` : operator,
    operandText(operator, operand, names),
  ]);
  return ["#narrow", ...parts].join("/");
}

function operandText(operator: Operator, operand: Term["operand"], names: Names): string {
  if (operator === "channel" && typeof operand === "number") return `${operand}${slug(names.channel(operand))}`;
  if (typeof operand === "object") {
    const [id, ...others] = operand;
    return others.length > 0 ? `${operand.join(",")}-group` : `${id ?? ""}${slug(names.person(id ?? -1))}`;
  }
  if (namesPerson(operator) && typeof operand === "number") return `${operand}${slug(names.person(operand))}`;
  return encoded(String(operand));
}

/** The narrow that a fragment names; nothing where it is no fragment of ours. */
export function parseFragment(fragment: string): Narrow | undefined {
  const [head, ...parts] = fragment.replace(/^.*#/, "").split("/");
  if (head !== "narrow") return undefined;
  const terms: Term[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const word = decoded(parts[at] ?? "");
    const operator = operatorOf(word.replace(/^-/, ""));
    const text = parts[at + 1];
    if (operator === undefined || text === undefined) return undefined;
    const operand = parsedOperand(operator, text);
    if (operand === undefined) return undefined;
    terms.push({ operator, operand, ...(word.startsWith("-") && { negated: true }) });
  }
  return terms;
}

const IDS = /^(\d+(?:,\d+)*)(?:-.*)?$/;

function parsedOperand(operator: Operator, text: string): Term["operand"] | undefined {
  if (operator === "dm" || operator === "dm-including") {
    return text === "" ? [] : IDS.exec(decoded(text))?.[1]?.split(",").map(Number);
  }
  if (operator === "channel" || namesPerson(operator)) {
    const id = IDS.exec(decoded(text))?.[1];
    return id === undefined ? decoded(text) : Number(id);
  }
  if (operator === "near" || operator === "with" || operator === "id") {
    return /^\d+$/.test(text) ? Number(text) : undefined;
  }
  return decoded(text);
}
