import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { emptyModel } from "../model/model.ts";
import { renderMessage, topicLinks, topicsNamed } from "./render.ts";

const model = emptyModel(
  { id: 1, subdomain: "", name: "x", createdAt: 0, deactivated: false, settings: {} },
  "localhost",
  0,
);

suite("the dialect", () => {
  test("a text becomes HTML, with what it means beside it", () => {
    const rendered = renderMessage("see https://example.com/x", { model });
    assert.equal(rendered.hasLink, true);
    assert.match(rendered.html, /^<p>see <a href="https:\/\/example.com\/x"/);
    assert.deepEqual(topicsNamed("x", { model }), []);
    assert.deepEqual(topicLinks("x", model), []);
  });
});
