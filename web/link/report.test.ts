import assert from "node:assert/strict";
import { test } from "node:test";
import { placesIn } from "./report.ts";

test("a report says where the code failed, and nothing of what was shown", () => {
  const stack = [
    'SyntaxError: Unexpected token in "Meet me at dawn"',
    "    at reduce (https://chat.example/static/web/part-AB12.js:1:2034)",
    "    at https://chat.example/static/web/app-CD34.js:7:1",
    "reduce@https://chat.example/static/web/link-EF56.js:1:9",
  ].join("\n");
  assert.deepEqual(placesIn(stack), ["part-AB12.js:1:2034", "app-CD34.js:7:1", "link-EF56.js:1:9"]);
});
