import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { countedKinds } from "../../../src/platform/catalogs/catalogs.ts";
import { parsePo, type PoEntry } from "../../../src/platform/catalogs/po.ts";
import { readMerged, updated } from "../../../scripts/texts/catalog-files.ts";
import { checkTexts } from "../../../scripts/texts/check-texts.ts";
import { faultsOf } from "../../../scripts/texts/faults.ts";
import { sourceOf } from "../../../scripts/texts/sources.ts";
import { merged } from "../../../scripts/texts/template.ts";
import { usesIn } from "../../../scripts/texts/uses.ts";
import { writtenPo } from "../../../scripts/texts/write-po.ts";

const entry = (text: string, form: string, rest: Partial<PoEntry> = {}): PoEntry => ({
  context: undefined,
  text,
  many: undefined,
  forms: [form],
  places: [],
  notes: [],
  isFuzzy: false,
  ...rest,
});

test("the catalogs are what the sources say, German is complete, and no translation would be shown wrong", () => {
  const { files, broken } = checkTexts();
  assert.ok(files > 1900, "the sources have been read");
  assert.deepEqual(broken, []);
});

suite("texts in the sources", () => {
  test("are found where they are not translated", () => {
    const faultsIn = (path: string, text: string) => usesIn([sourceOf(path, text)]).faults;
    const wrong = {
      "<p>Hello</p>": 1,
      '<input placeholder="who" />': 1,
      "<p>{isOwn ? `by ${name}` : t('x')}</p>": 1,
      'showToast("It is done.")': 1,
      "t(name)": 1,
      'tc(context, "Open")': 1,
      'tn(count, "{count} file", many)': 1,
      'showToast(t("It is done."))': 0,
      '<p class="hint">{t("Hello")} 12</p>': 0,
    };
    for (const [text, count] of Object.entries(wrong)) assert.equal(faultsIn("a.tsx", text).length, count, text);
    assert.equal(faultsIn("main.tsx", 'const NAME = t("Name");').length, 1);
    assert.equal(faultsIn("main.tsx", 'const name = () => t("Name");').length, 0);
  });

  test("come into the template once, with every place, and apart where their contexts differ", () => {
    const uses = [
      { path: "b.ts", text: 't("Open"); tc("verb", "Open"); tn(n, "{count} file", "{count} files");' },
      { path: "a.ts", text: 'const open = () => t("Open", { n });' },
    ].map(({ path, text }) => sourceOf(path, text));
    const { entries, faults } = merged(usesIn(uses).uses);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      entries.map(({ context, text, many, places }) => ({ context, text, many, places })),
      [
        { context: undefined, text: "Open", many: undefined, places: ["web/a.ts", "web/b.ts"] },
        { context: "verb", text: "Open", many: undefined, places: ["web/b.ts"] },
        { context: undefined, text: "{count} file", many: "{count} files", places: ["web/b.ts"] },
      ],
    );
    const mixed = [sourceOf("a.ts", 't("{count} file"); tn(n, "{count} file", "{count} files");')];
    assert.equal(merged(usesIn(mixed).uses).faults.length, 1);
  });
});

suite("a catalog", () => {
  const po = {
    header: new Map([["Plural-Forms", "nplurals=2; plural=(n != 1);"]]),
    entries: [
      entry('“A”\n\t"\\n"', 'ä\n"\\', { context: "verb", places: ["web/a.ts", "web/b.ts"], notes: ["of letters"] }),
      entry("{count} file", "", { many: "{count} files", forms: ["{count} Datei", "{count} Dateien"], isFuzzy: true }),
    ],
  };

  test("is read as it is written, and as programs of translators write it", () => {
    assert.deepEqual(parsePo(writtenPo(po)), po);
    const wrapped =
      '#, fuzzy, c-format\n#. of the code\nmsgid ""\n"Two "\n"lines"\nmsgstr "Zwei Zeilen"\n#~ msgid "old"\n#~ msgstr "alt"\n';
    assert.deepEqual(parsePo(wrapped).entries, [entry("Two lines", "Zwei Zeilen", { isFuzzy: true })]);
    assert.throws(() => parsePo('msgid "a"\nmsgstr "b\n'), /line 2 is not of a catalog/);
  });

  test("that git could not merge has the translations of both sides", () => {
    const conflict = [
      'msgid "A"\nmsgstr "a"\n',
      "<<<<<<< HEAD",
      'msgid "B"\nmsgstr "b"\n\nmsgid "D"',
      "||||||| base",
      'msgid "Old"',
      "=======",
      'msgid "C"',
      ">>>>>>> branch",
      'msgstr "x"\n',
    ].join("\n");
    const forms = readMerged(conflict).entries.map(({ text, forms: [form] }) => `${text}=${form}`);
    assert.deepEqual(forms.sort(), ["A=a", "B=b", "C=x", "D=x"]);
  });

  test("gets the texts that are new, loses those that are not used, and keeps the others", () => {
    const texts = [
      entry("A", "", { places: ["web/new.ts"] }),
      entry("{count} file", "", { many: "{count} other files", forms: ["", ""] }),
      entry("New", ""),
    ];
    const old = {
      ...po,
      entries: [entry("A", "ä", { notes: ["why"] }), entry("Gone", "weg"), po.entries[1] as PoEntry],
    };
    assert.deepEqual(updated(old, "de", texts).entries, [
      entry("A", "ä", { places: ["web/new.ts"], notes: ["why"] }),
      entry("{count} file", "", {
        many: "{count} other files",
        forms: ["{count} Datei", "{count} Dateien"],
        isFuzzy: true,
      }),
      entry("New", ""),
    ]);
  });

  test("is refused where placeholders, tags, spaces or forms of numbers are not those of English", () => {
    const faults = (english: string, form: string) => faultsOf({ ...po, entries: [entry(english, form)] }, "de").length;
    assert.equal(faults("Leave {channel}?", "{channel} verlassen?"), 0);
    assert.equal(faults("Leave {channel}?", "{Kanal} verlassen?"), 1);
    assert.equal(faults("Leave {channel}?", "Verlassen?"), 1);
    assert.equal(faults("Leave {channel}?", "{channel} {channel} verlassen?"), 1);
    assert.equal(faults("See <b>this</b>", "Sieh <b>das<b>"), 1);
    assert.equal(faults("and ", "und"), 1);
    assert.equal(faults("Not translated: {name}", ""), 0);
    const counted = (...forms: string[]) =>
      faultsOf({ ...po, entries: [entry("{count} file", "", { many: "{count} files", forms })] }, "de").length;
    assert.equal(counted("eine Datei", "{count} Dateien"), 0);
    assert.equal(counted("eine Datei", "Dateien"), 1);
    assert.equal(faultsOf(po, "pl").length, 1, "Polish has three forms");
  });

  test("has a form for each kind of whole number that CLDR knows in its language", () => {
    const kinds = ["de", "fr", "es", "ja", "pl", "ar"].map((language) => countedKinds(language).join(" "));
    assert.deepEqual(kinds, [
      "one other",
      "one other",
      "one other",
      "other",
      "one few many",
      "zero one two few many other",
    ]);
  });
});
