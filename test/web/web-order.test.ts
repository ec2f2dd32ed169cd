import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { brokenOrder, checkWebOrder } from "../../scripts/web-order.ts";

suite("the order of the browser client's folders", () => {
  test("holds, in all files", () => {
    const { files, broken } = checkWebOrder();
    assert.deepEqual(broken, []);
    assert.ok(files > 300, String(files));
  });

  const planted = (texts: Readonly<Record<string, string>>) => brokenOrder(new Map(Object.entries(texts)));
  const DIALOG = { "web/dialogs/planted.tsx": "export const Planted = () => null;" };
  const LATER = ["web/ui/planted.ts: imports what comes later (web/dialogs/planted.tsx)"];

  test("refuses an import of a later folder, however it is written", () => {
    const imports = [
      'import { Planted } from "../dialogs/planted.tsx";',
      'import type { Planted } from "../dialogs/planted.tsx";',
      'import "../dialogs/planted.tsx";',
      'export { Planted } from "../dialogs/planted.tsx";',
      'export * from "../dialogs/planted.tsx";',
      'const load = () => import("#web/dialogs/planted.tsx");',
      'type Planted = typeof import("../dialogs/planted.tsx");',
    ];
    for (const text of imports) assert.deepEqual(planted({ ...DIALOG, "web/ui/planted.ts": text }), LATER, text);
  });

  test("lets the later folder import the lower one, whatever comments and strings say", () => {
    const lower = `// import("#web/dialogs/planted.tsx")\nexport const text = 'import "../dialogs/planted.tsx"';`;
    const later = 'import { text } from "../ui/planted.ts";\nexport const Planted = () => text;';
    assert.deepEqual(planted({ "web/ui/planted.ts": lower, "web/dialogs/planted.tsx": later }), []);
  });

  test("refuses files of one folder that import each other, also by need", () => {
    const circle = {
      "web/feed/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;',
      "web/feed/two.ts": 'export const two = () => import("#web/feed/three.ts");',
      "web/feed/three.ts": 'import type { one } from "./one.ts";\nexport type Three = typeof one;',
    };
    assert.deepEqual(planted(circle), ["these import each other: web/feed/one.ts, web/feed/three.ts, web/feed/two.ts"]);
    assert.deepEqual(planted({ ...circle, "web/feed/two.ts": "export const two = 2;" }), []);
  });

  test("refuses a folder without a rank", () => {
    assert.deepEqual(planted({ "web/planted/new.ts": "export const planted = 1;" }), [
      "web/planted/new.ts: its folder has no rank",
    ]);
    assert.deepEqual(planted({ "web/planted.ts": "export const planted = 1;" }), [
      "web/planted.ts: its folder has no rank",
    ]);
  });

  test("refuses an import that cannot be followed", () => {
    assert.deepEqual(planted({ "web/ui/planted.ts": 'import "./missing.ts";' }), [
      "web/ui/planted.ts: imports what is not there (web/ui/missing.ts)",
    ]);
    for (const text of ["void import(name);", "void import(`#web/${name}`);"])
      assert.deepEqual(planted({ "web/ui/planted.ts": text }), [
        "web/ui/planted.ts: imports what is not there (web/(computed))",
      ]);
  });
});
