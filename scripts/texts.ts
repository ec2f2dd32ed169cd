import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGS, isTranslated } from "../src/platform/catalogs/catalogs.ts";
import {
  catalogFiles,
  languageOf,
  readMerged,
  readText,
  TEMPLATE,
  TEMPLATE_HEADER,
  updated,
} from "./texts/catalog-files.ts";
import { faultsOf } from "./texts/faults.ts";
import { template } from "./texts/template.ts";
import { writtenPo } from "./texts/write-po.ts";

/**
 * `npm run texts` writes the texts of the sources into the template and into every catalog in `locale/`, where new ones
 * wait for their translation, and settles what git could not merge there.
 */
const { entries, faults } = template();
const write = (name: string, text: string) => writeFileSync(join(CATALOGS, name), text);

write(TEMPLATE, writtenPo({ header: TEMPLATE_HEADER, entries }));
for (const fault of faults) console.log(fault);
for (const name of catalogFiles()) {
  const language = languageOf(name);
  const po = updated(readMerged(readText(name)), language, entries);
  write(name, writtenPo(po));
  const missing = po.entries.filter((entry) => !isTranslated(entry));
  console.log(`locale/${name}: ${po.entries.length - missing.length} of ${po.entries.length} texts are translated.`);
  for (const fault of faultsOf(po, language)) console.log(`  ${fault}`);
}
