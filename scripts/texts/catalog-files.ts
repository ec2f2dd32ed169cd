import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGS, countedKinds } from "../../src/platform/catalogs/catalogs.ts";
import { textKey, parsePo, type Po, type PoEntry } from "../../src/platform/catalogs/po.ts";

/** The template: what translators' programs make a new language from. */
export const TEMPLATE = "parley.pot";

export const TEMPLATE_HEADER: Po["header"] = new Map([
  ["Project-Id-Version", "Parley"],
  ["MIME-Version", "1.0"],
  ["Content-Type", "text/plain; charset=UTF-8"],
  ["Content-Transfer-Encoding", "8bit"],
  ["Plural-Forms", "nplurals=INTEGER; plural=EXPRESSION;"],
]);

export const catalogFiles = (): readonly string[] => readdirSync(CATALOGS).filter((name) => name.endsWith(".po"));

export const readText = (name: string): string => readFileSync(join(CATALOGS, name), "utf8");

/** The language of a catalog, as browsers write it: `pt-BR` of `pt_BR.po`. */
export const languageOf = (name: string): string => name.replace(/\.po$/, "").replaceAll("_", "-");

/** A file that git could not merge is read as both sides: the first that has a translation counts. */
export function readMerged(source: string): Po {
  const [ours, theirs] = (["ours", "theirs"] as const).map((side) => parsePo(sideOf(source, side))) as [Po, Po];
  const translated = new Map(ours.entries.map((entry) => [textKey(entry.context, entry.text), entry]));
  for (const entry of theirs.entries) {
    const key = textKey(entry.context, entry.text);
    if (translated.get(key)?.forms.some(Boolean) !== true) translated.set(key, entry);
  }
  return { header: ours.header.size > 0 ? ours.header : theirs.header, entries: [...translated.values()] };
}

function sideOf(source: string, wanted: "ours" | "theirs"): string {
  let side: "ours" | "base" | "theirs" | undefined;
  const kept = source.split("\n").filter((line) => {
    if (line.startsWith("<<<<<<< ")) side = "ours";
    else if (line.startsWith("||||||| ")) side = "base";
    else if (line === "=======") side = "theirs";
    else if (line.startsWith(">>>>>>> ")) side = undefined;
    else return side === undefined || side === wanted;
    return false;
  });
  return kept.join("\n");
}

/** A catalog with exactly the texts that there are. What translators' programs add to the header stays, save dates. */
export function updated(po: Po, language: string, texts: readonly PoEntry[]): Po {
  const known = new Map(po.entries.map((entry) => [textKey(entry.context, entry.text), entry]));
  const kinds = countedKinds(language).length;
  const entries = texts.map((entry) => {
    const found = known.get(textKey(entry.context, entry.text));
    const forms = Array.from({ length: entry.many === undefined ? 1 : kinds }, (_, index) => found?.forms[index] ?? "");
    // A form for many that has changed may mean something else now.
    const isFuzzy = found !== undefined && (found.isFuzzy || found.many !== entry.many);
    return { ...entry, forms, notes: found?.notes ?? [], isFuzzy: isFuzzy && forms.some(Boolean) };
  });
  return { header: new Map([...po.header].filter(([name]) => !name.endsWith("-Date"))), entries };
}
