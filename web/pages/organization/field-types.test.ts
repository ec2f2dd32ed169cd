import assert from "node:assert/strict";
import { test } from "node:test";
import { optionData, optionsOf } from "./field-types.ts";

test("options whose text stays keep their keys, so that people keep what they chose", () => {
  const before = [
    { key: "0", text: "Denmark" },
    { key: "1", text: "Norway" },
  ];
  const data = optionData(" Norway\nEngland\n\nDenmark\nNorway", before);
  assert.deepEqual(data, {
    "1": { text: "Norway", order: "1" },
    "2": { text: "England", order: "2" },
    "0": { text: "Denmark", order: "3" },
  });
  const field = { id: 1, type: 3, order: 1, name: "", hint: "", required: false, editable_by_user: true };
  const options = optionsOf({ ...field, field_data: JSON.stringify(data) });
  assert.deepEqual(
    options.map(({ text }) => text),
    ["Norway", "England", "Denmark"],
  );
});
