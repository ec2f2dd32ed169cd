import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { build, type Metafile } from "esbuild";
import { buildOptions } from "./bundle.ts";
import { importedByNeed, partOf } from "./parts.ts";

/** Names of values that a module declares and exports, or passes on. */
function exportsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const declared = text.matchAll(/^export (?:async )?(?:const|let|function|class) (\w+)/gm);
  const passedOn = text.matchAll(/^export \{([^}]*)\} from/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...passedOn].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim())),
  ].filter((name) => name !== "");
}

suite("the parts of the browser client", () => {
  test("every module that is imported by need exports all its names from its part", async () => {
    const { metafile } = await build(buildOptions(false));
    const outputs = Object.values((metafile as Metafile).outputs);
    const modules = importedByNeed();
    assert.ok(modules.length > 20);
    for (const file of modules) {
      const part = partOf(file).name;
      const there = outputs.find(({ entryPoint }) => entryPoint === `part:${part}`)?.exports ?? [];
      // A name that two modules of a part exported would be missing.
      for (const name of exportsOf(file)) assert.ok(there.includes(name), `${name} of ${file} in ${part}`);
    }
  });

  test("what one opens while reading is in one file, and so is each large area of pages", async () => {
    const { metafile } = await build(buildOptions(false));
    const holders = (source: string) =>
      Object.values((metafile as Metafile).outputs).filter(({ inputs }) =>
        Object.keys(inputs).some((input) => input.endsWith(source)),
      );
    const [menus, ...more] = holders("web/actions/menus/message-menu.ts");
    assert.equal(more.length, 0);
    for (const other of ["web/dialogs/move.tsx", "web/views/switcher.tsx", "web/ui/emoji-picker/picker.tsx"])
      assert.deepEqual(holders(other), [menus], other);
    const [organization] = holders("web/pages/organization/organization.tsx");
    const [settings] = holders("web/pages/settings/settings.tsx");
    assert.notEqual(organization, settings);
    assert.deepEqual(holders("web/pages/organization/exports.tsx"), [organization]);
  });
});
