/** Catalogs of GNU gettext (`.po`, `.pot`): each English text with its translation, and where it is used. */

export interface PoEntry {
  /** Tells apart texts that are the same in English alone. */
  readonly context?: string | undefined;
  /** The English text; of a text with a number, the form for one. */
  readonly text: string;
  /** The English form for many, of a text with a number. */
  readonly many?: string | undefined;
  /** The translation, in as many forms as the language has for numbers; empty strings where there is none yet. */
  readonly forms: readonly string[];
  /** Files that use the text. */
  readonly places: readonly string[];
  /** What translators noted. */
  readonly notes: readonly string[];
  /** Somebody, or a program, doubts the translation, so that nobody is shown it. */
  readonly isFuzzy: boolean;
}

export interface Po {
  /** `Language: de` and so on, by name. */
  readonly header: ReadonlyMap<string, string>;
  readonly entries: readonly PoEntry[];
}

/** Separates the context of a text from the text, as in the binary catalogs of gettext. */
const SEPARATOR = "\u0004";

/** What tells a text from all others. */
export const textKey = (context: string | undefined, text: string): string =>
  context === undefined ? text : `${context}${SEPARATOR}${text}`;

type Field = "context" | "text" | "many" | number;

interface Draft {
  readonly values: Map<Field, string>;
  readonly places: string[];
  readonly notes: string[];
  isFuzzy: boolean;
}

const emptyDraft = (): Draft => ({ values: new Map(), places: [], notes: [], isFuzzy: false });

const KEYWORD = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)\s+(?=")/;
const FIELDS: Readonly<Record<string, Field>> = { msgctxt: "context", msgid: "text", msgid_plural: "many", msgstr: 0 };
const STRING = /^"((?:[^"\\]|\\.)*)"\s*$/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Throws where a line is none of a catalog. Texts that are no longer used (`#~`) are left out. */
export function parsePo(source: string): Po {
  const entries: PoEntry[] = [];
  let draft = emptyDraft();
  let field: Field | undefined;
  const finish = () => {
    if (draft.values.has("text")) entries.push(entryOf(draft));
    draft = emptyDraft();
    field = undefined;
  };
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    const [keyword, name = "", form] = KEYWORD.exec(line) ?? [];
    const isNext = keyword === undefined ? line.startsWith("#") : /^msg(ctxt|id)$/.test(name);
    if (isNext && typeof field === "number") finish();
    if (line.trim() === "") finish();
    else if (line.startsWith("#")) readComment(draft, line);
    else {
      if (keyword !== undefined) field = form === undefined ? FIELDS[name] : Number(form);
      const [, quoted] = STRING.exec(line.slice(keyword?.length ?? 0)) ?? [];
      if (field === undefined || quoted === undefined)
        throw new Error(`line ${index + 1} is not of a catalog: ${line}`);
      draft.values.set(field, (draft.values.get(field) ?? "") + unescaped(quoted));
    }
  }
  finish();
  return { header: headerOf(entries), entries: entries.filter(({ text }) => text !== "") };
}

function readComment(draft: Draft, line: string): void {
  if (line.startsWith("#:")) draft.places.push(...line.slice(2).trim().split(/\s+/));
  else if (line.startsWith("#,")) draft.isFuzzy ||= /\bfuzzy\b/.test(line);
  else if (line === "#" || line.startsWith("# ")) draft.notes.push(line.slice(2));
}

const unescaped = (quoted: string): string =>
  quoted.replaceAll(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);

const entryOf = ({ values, places, notes, isFuzzy }: Draft): PoEntry => ({
  context: values.get("context"),
  text: values.get("text") ?? "",
  many: values.get("many"),
  forms: [...values.keys()].filter((field) => typeof field === "number").map((index) => values.get(index) ?? ""),
  places,
  notes,
  isFuzzy,
});

function headerOf(entries: readonly PoEntry[]): Map<string, string> {
  const text = entries.find((entry) => entry.text === "" && entry.context === undefined)?.forms[0] ?? "";
  return new Map(
    text.split("\n").flatMap((line) => {
      const colon = line.indexOf(":");
      return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
    }),
  );
}
