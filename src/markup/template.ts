const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^([A-Za-z0-9_]+)(?::[1-9]\d{0,3}|\*)?$/;

/** The variables of an RFC 6570 template, or undefined if it is none. */
export function templateVariables(template: string): Set<string> | undefined {
  if (/[{}]/.test(template.replace(EXPRESSION, ""))) return undefined;
  const variables = new Set<string>();
  for (const [, , list = ""] of template.matchAll(EXPRESSION)) {
    for (const typed of list.split(",")) {
      const [, name] = VARIABLE.exec(typed) ?? [];
      if (name === undefined) return undefined;
      variables.add(name);
    }
  }
  return variables;
}
