import type { Po, PoEntry } from "../../src/platform/catalogs/po.ts";

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

const quoted = (text: string): string => `"${text.replaceAll(/[\n\t\r"\\]/g, (found) => ESCAPES[found] ?? found)}"`;

/** A catalog as `msgcat --no-wrap` writes it, without dates, which would differ with every change. */
export const writtenPo = ({ header, entries }: Po): string =>
  `${[headerOf(header), ...entries.map(writtenEntry)].join("\n\n")}\n`;

const headerOf = (header: Po["header"]): string =>
  ['msgid ""', 'msgstr ""', ...[...header].map(([name, value]) => quoted(`${name}: ${value}\n`))].join("\n");

const writtenEntry = ({ context, text, many, forms, places, notes, isFuzzy }: PoEntry): string =>
  [
    ...notes.map((note) => `# ${note}`.trimEnd()),
    ...(places.length === 0 ? [] : [`#: ${places.join(" ")}`]),
    ...(isFuzzy ? ["#, fuzzy"] : []),
    ...(context === undefined ? [] : [`msgctxt ${quoted(context)}`]),
    `msgid ${quoted(text)}`,
    ...(many === undefined ? [] : [`msgid_plural ${quoted(many)}`]),
    ...forms.map((form, index) => `msgstr${many === undefined ? "" : `[${index}]`} ${quoted(form)}`),
  ].join("\n");
