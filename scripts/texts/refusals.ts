import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGS, REFUSAL } from "../../src/platform/catalogs/catalogs.ts";
import { serverFiles } from "./sources.ts";
import type { TextUse } from "./uses.ts";

const LIST = "refusals.txt";

/**
 * Sentences of the API that people meet, one a line: `Emoji '{name}' does not exist`. What only programs get is not
 * translated. The sources say a sentence with an expression for each placeholder.
 */
export function refusals(): { readonly uses: readonly TextUse[]; readonly faults: readonly string[] } {
  const files = [...serverFiles()].map(
    ([path, text]) => [`src/${path}`, text.replaceAll(/\$\{[^}]*\}/g, "{}")] as const,
  );
  const sentences = readFileSync(join(CATALOGS, LIST), "utf8").split("\n").filter(Boolean);
  const found = sentences.map((text) => {
    const said = text.replaceAll(/\{\w+\}/g, "{}");
    const places = files.filter(([, source]) => source.includes(`"${said}"`) || source.includes(`\`${said}\``));
    return { text, places: places.map(([path]) => path) };
  });
  return {
    uses: found.flatMap(({ text, places }) => places.map((place) => ({ context: REFUSAL, text, place }))),
    faults: found
      .filter(({ places }) => places.length === 0)
      .map(({ text }) => `locale/${LIST}: the server does not say “${text}”`),
  };
}
