import { isTranslated } from "../../src/platform/catalogs/catalogs.ts";
import { type Po, parsePo } from "../../src/platform/catalogs/po.ts";
import { catalogFiles, languageOf, readText, TEMPLATE } from "./catalog-files.ts";
import { faultsOf } from "./faults.ts";
import { template } from "./template.ts";

/** Languages that those who add a text translate at once; translators of the others follow. */
const COMPLETE = new Set(["de"]);
const MAX_NAMED = 20;

/** What is wrong with the texts and their translations, and what to do. */
export function checkTexts(): { files: number; broken: string[] } {
  const { entries, faults } = template();
  const isStale = (po: Po) =>
    !isEqual(
      po.entries.map((entry) => ({ ...entry, forms: entry.forms.length > 0, notes: 0, isFuzzy: false })),
      entries.map((entry) => ({ ...entry, forms: true, notes: 0, isFuzzy: false })),
    );
  const catalogs = [TEMPLATE, ...catalogFiles()].map((name) => ({ name, po: parsePo(readText(name)) }));
  const stale = catalogs.filter(({ po }) => isStale(po)).map(({ name }) => `locale/${name}`);
  const broken = [...faults];
  if (stale.length > 0) broken.push(`${stale.join(", ")}: not what the sources say; run: npm run texts`);
  for (const { name, po } of catalogs) {
    if (name === TEMPLATE) continue;
    const language = languageOf(name);
    broken.push(...faultsOf(po, language).map((fault) => `locale/${name}: ${fault}`));
    const missing = COMPLETE.has(language) ? po.entries.filter((entry) => !isTranslated(entry)) : [];
    broken.push(...missing.slice(0, MAX_NAMED).map(({ text }) => `locale/${name}: not translated: “${text}”`));
  }
  return { files: entries.length, broken };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
