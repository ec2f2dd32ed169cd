import { badRequest } from "#platform/errors.ts";
import { patternGroups, sampleUrl } from "#markup/inline/linkifiers.ts";
import { templateVariables } from "#markup/template.ts";
import type { Model } from "#engine/model/model.ts";
import type { Linkifier, Playground } from "#engine/model/records.ts";

/** Field names with what is wrong with each: clients show it beside the field. */
type FieldErrors = Readonly<Record<string, readonly string[]>>;

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]+$/;
/** The one variable of a playground's address. */
const CODE = "code";

function refuse(errors: FieldErrors): never {
  const [first = ""] = Object.values(errors).flat();
  throw badRequest(first, { errors });
}

export function checkLinkifier(model: Pick<Model, "linkifiers">, wanted: Linkifier): Linkifier {
  const { id, pattern, url_template: template } = wanted;
  if (pattern === "") refuse({ pattern: ["This field cannot be blank."] });
  if (model.linkifiers.some((linkifier) => linkifier.id !== id && linkifier.pattern === pattern)) {
    refuse({ __all__: ["A linkifier with this pattern already exists."] });
  }
  const groups = groupsOf(pattern);
  const variables = checkedTemplate(template);
  for (const group of groups) {
    if (!variables.has(group)) refuse({ __all__: [`Group '${group}' of the pattern is not in the URL template.`] });
  }
  for (const name of variables) {
    if (!groups.has(name)) refuse({ __all__: [`Group '${name}' of the URL template is not in the pattern.`] });
  }
  return wanted;
}

/** Refuses expressions that cannot be matched in linear time: lookaround, back references, huge repetitions. */
function groupsOf(pattern: string): Set<string> {
  try {
    return new Set(patternGroups(pattern));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    return refuse({ pattern: [`Bad regular expression: ${reason}`] });
  }
}

function checkedTemplate(template: string): Set<string> {
  const variables = templateVariables(template);
  if (variables === undefined || sampleUrl(template, variables) === undefined) {
    return refuse({ url_template: ["Invalid URL template."] });
  }
  return variables;
}

export function checkPlayground(model: Pick<Model, "playgrounds">, wanted: Playground): Playground {
  const { name, pygments_language: language, url_template: template } = wanted;
  if (name === "") refuse({ name: ["This field cannot be blank."] });
  if (!LANGUAGE.test(language)) refuse({ pygments_language: ["Invalid characters in pygments language"] });
  const variables = checkedTemplate(template);
  if (!variables.has(CODE)) refuse({ url_template: ['Missing the required variable "code" in the URL template'] });
  if (variables.size > 1) refuse({ url_template: ['"code" should be the only variable present in the URL template'] });
  if (model.playgrounds.some((playground) => playground.name === name && playground.pygments_language === language)) {
    refuse({ __all__: ["A playground with this name and language already exists."] });
  }
  return wanted;
}
