import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { SOURCES } from "../../../src/web/parts.ts";
import { clientSources, sourceOf } from "./sources.ts";
import { textsIn } from "./texts.ts";

type Translation = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([whole]) => whole).sort();

/** The server's sources, with `{}` for what is computed in a string. */
function serverSources(): string {
  const folder = join(SOURCES, "../src");
  const texts = globSync("**/*.ts", { cwd: folder }).map((path) => readFileSync(join(folder, path), "utf8"));
  return texts.join("\n").replaceAll(/\$\{[^}]*\}/g, "{}");
}

suite("texts of the browser client", () => {
  const { plain, counted, faults } = textsIn(clientSources());
  const server = serverSources();

  test("all go through the translation, as literals, and not before the language is known", () => {
    assert.ok(plain.size > 1000, "the sources have been read");
    assert.deepEqual(faults, []);
  });

  test("are found where they are not translated", () => {
    const faultsOf = (path: string, text: string) => textsIn([sourceOf(path, text)]).faults;
    const wrong = {
      "<p>Hello</p>": 1,
      '<input placeholder="who" />': 1,
      "<p>{isOwn ? `by ${name}` : t('x')}</p>": 1,
      'showToast("It is done.")': 1,
      "t(name)": 1,
      'showToast(t("It is done."))': 0,
      '<p class="hint">{t("Hello")} 12</p>': 0,
    };
    for (const [text, count] of Object.entries(wrong)) assert.equal(faultsOf("a.tsx", text).length, count, text);
    assert.equal(faultsOf("main.tsx", 'const NAME = t("Name");').length, 1);
    assert.equal(faultsOf("main.tsx", 'const name = () => t("Name");').length, 0);
  });

  for (const file of globSync("*.json", { cwd: join(SOURCES, "language") })) {
    const code = basename(file, ".json");
    const translation = JSON.parse(readFileSync(join(SOURCES, "language", file), "utf8")) as Translation;

    test(`in ${code} are all there, in order, and no others`, () => {
      assert.deepEqual(Object.keys(translation), [...plain, ...counted.keys()].sort());
    });

    test(`in ${code} have the same placeholders, and a form for every kind of number`, () => {
      for (const text of plain) {
        const found = translation[text];
        assert.equal(typeof found, "string", text);
        assert.deepEqual(placeholdersOf(found as string), placeholdersOf(text), text);
      }
      const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
      for (const text of counted.keys()) {
        const forms = translation[text] as Readonly<Record<string, string>>;
        assert.deepEqual(Object.keys(forms).sort(), [...pluralCategories].sort(), text);
        for (const form of Object.values(forms)) {
          // Where a form stands for a single number, it may say that number in words.
          const allowed = new Set(placeholdersOf(text));
          assert.ok(
            placeholdersOf(form).every((name) => allowed.has(name)),
            form,
          );
        }
        assert.deepEqual(placeholdersOf(forms["other"] as string), placeholdersOf(text), text);
      }
    });

    test(`in ${code} include sentences of the server, as it says them`, () => {
      const path = join(SOURCES, "language/server", file);
      const sentences = Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>);
      assert.ok(sentences.length > 150);
      const keys = sentences.map(([key]) => key);
      assert.deepEqual(keys, keys.toSorted());
      const variable = (text: string) => text.split("{}").length;
      for (const [key, text] of sentences) {
        assert.ok(server.includes(`"${key}"`) || server.includes(`\`${key}\``), `the server does not say: ${key}`);
        assert.equal(variable(text), variable(key), key);
      }
    });
  }
});
