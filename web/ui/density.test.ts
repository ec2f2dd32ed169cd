import assert from "node:assert/strict";
import { test } from "node:test";
import { densityOf } from "./density.ts";

test("there are three densities, and that of the server's default is the middle one", () => {
  assert.deepEqual([100, 122, 140, 155, 170].map(densityOf), ["compact", "compact", "normal", "normal", "relaxed"]);
});
