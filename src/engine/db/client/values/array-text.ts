/** Arrays as PostgreSQL writes them: `{1,2}`, `{"a \"b\"",NULL}`, `{{1,2},{3,4}}`. */

type Nested<Element> = (Element | null | Nested<Element>)[];

const ESCAPED = /["\\]/g;

/** Every element is quoted, whatever it is. */
export function arrayToText(values: readonly unknown[], textOf: (value: unknown) => string): string {
  const parts = values.map((value) => {
    if (value === null) return "null";
    if (Array.isArray(value)) return arrayToText(value, textOf);
    return `"${textOf(value).replace(ESCAPED, "\\$&")}"`;
  });
  return `{${parts.join(",")}}`;
}

/** Elements are parsed by a function. A box is the only type whose arrays are not divided by commas, and nothing has it. */
export function arrayFromText<Element>(text: string, parse: (text: string) => Element): Nested<Element> {
  // An array whose first index is not 1 says so: `[0:1]={1,2}`.
  let at = text.indexOf("{");
  const readQuoted = (): string => {
    let value = "";
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === "\\") at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  };
  const readPlain = (): string => {
    const start = at;
    while (at < text.length && text[at] !== "," && text[at] !== "}") at += 1;
    return text.slice(start, at);
  };
  const readElement = (): Element | null | Nested<Element> => {
    if (text[at] === "{") return readList();
    if (text[at] === '"') return parse(readQuoted());
    const plain = readPlain();
    return plain === "NULL" ? null : parse(plain);
  };
  const readList = (): Nested<Element> => {
    const list: Nested<Element> = [];
    at += 1;
    while (at < text.length && text[at] !== "}") {
      list.push(readElement());
      if (text[at] === ",") at += 1;
    }
    at += 1;
    return list;
  };
  return readList();
}
