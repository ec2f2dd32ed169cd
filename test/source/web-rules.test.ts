import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { brokenIn, checkWeb } from "../../scripts/rules/web-rules.ts";

suite("the rules of the browser client", () => {
  test("hold, in all files", () => {
    const { files, broken } = checkWeb();
    assert.deepEqual(broken, []);
    assert.ok(files > 300, String(files));
  });

  const violates = (text: string, advice: RegExp) =>
    assert.match(brokenIn("web/views/planted.tsx", text).join("\n"), advice);
  const isFine = (text: string, file = "web/views/planted.tsx") => assert.deepEqual(brokenIn(file, text), []);

  test("refuse a field that takes keys from an input method", () => {
    violates(`if (event.key === "Enter") choose();`, /isComposing/);
    isFine(`if (isComposing(event)) return; if (event.key === "Enter") choose();`);
    isFine(`// if (event.key === "Enter")`);
    isFine(`if (event.key !== "Enter") return;`, "web/feed/content.tsx");
  });

  test("refuse a colour that is no token", () => {
    const refuse = (file: string, text: string) => assert.match(brokenIn(file, text).join("\n"), /tokens\.css/, text);
    const colors = ["#fff", "#17181a", "#0006", "rgb(0 0 0 / 40%)", "hsl(120 50% 50%)", "oklch(60% 0.1 20)", "white"];
    for (const color of colors) {
      refuse("web/style/planted.css", `.a {\n  color: ${color};\n}`);
      refuse("web/style/planted.css", `.a { border: 1px solid light-dark(var(--line), ${color}) }`);
      refuse("web/views/planted.tsx", `<p style={{ color: "${color}" }} />`);
    }
    refuse("web/views/planted.tsx", '<svg fill="red" />');
    refuse("web/notify/planted.ts", 'paint.fillStyle = "#b93a08";');
    const fine = [
      ".a { color: var(--text); background: transparent; white-space: nowrap; }",
      "/* #fff */ .red, #add { color: currentColor; }",
      ".a { background: color-mix(in oklab, var(--accent) 45%, transparent); }",
    ];
    for (const text of fine) isFine(text, "web/style/planted.css");
    isFine("--back: #ffffff;", "web/style/tokens.css");
    for (const text of ['go("#feed");', 't("red");', 'const text = "issue #123 of that number";']) isFine(text);
  });

  test("refuse a failure that nobody is told of", () => {
    const swallowing = [
      "void save().catch(() => {});",
      "await save().catch(\n  () => {},\n);",
      "save().catch((error) => undefined);",
      "try { await save(); } catch {}",
      "try { await save(); } catch (error) {\n  // It does not matter.\n}",
    ];
    for (const text of swallowing) violates(text, /attempt/);
    isFine("save().catch((error: unknown) => (failure.value = reasonOf(error)));");
    isFine("try { await save(); } catch { return false; }");
    isFine("void inBackground(report());");
  });
});
