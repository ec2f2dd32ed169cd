import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { brokenIn, checkWeb } from "../../scripts/web-rules.ts";

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
