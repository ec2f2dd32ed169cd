import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Message } from "../../state/registered.ts";
import { asHtml, asMarkdown, type Frame } from "./document.ts";
import { fileName } from "./download.ts";

const FRAME: Frame = {
  title: "castle › <feast>",
  origin: "https://chat.example",
  language: "en",
  characterOf: (code) => String.fromCodePoint(Number.parseInt(code, 16)),
  timeOf: (seconds) => `at ${seconds}`,
};

const message = (content: string, name = "Ana"): Message =>
  ({ id: 1, sender_full_name: name, timestamp: 60, content }) as unknown as Message;

suite("an exported conversation", () => {
  test("is Markdown with the name and the time above every text", () => {
    assert.equal(
      asMarkdown([message("Hello\n"), message("*Hi*")], { ...FRAME, title: "feast" }),
      "# feast\n\n---\n\n**Ana** · at 60\n\nHello\n\n---\n\n**Ana** · at 60\n\n*Hi*\n",
    );
    assert.match(asMarkdown([message("x")], { ...FRAME, placeOf: () => "#castle" }), /at 60 · #castle\n/);
  });

  test("is a page whose links lead to the server, and in which names are no markup", () => {
    const html = asHtml(
      [
        message(
          '<p><a href="/#narrow/near/3">a</a> <a href="#narrow/near/4">b</a> <img src="/user_uploads/x.png">' +
            '<a href="https://example.com/">c</a> <span class="emoji emoji-1f389" title="tada">:tada:</span></p>',
          "<script>alert(1)</script>",
        ),
      ],
      FRAME,
    );
    assert.match(html, /href="https:\/\/chat\.example\/#narrow\/near\/3"/);
    assert.match(html, /href="https:\/\/chat\.example\/#narrow\/near\/4"/);
    assert.match(html, /src="https:\/\/chat\.example\/user_uploads\/x\.png"/);
    assert.match(html, /href="https:\/\/example\.com\/"/);
    assert.match(html, /🎉/);
    assert.doesNotMatch(html, /<script|<feast>/);
    assert.match(html, /default-src 'none'/);
  });

  test("has a file name that every system takes", () => {
    assert.equal(fileName('castle › a/b: "c"'), "castle › a-b- -c-");
    assert.equal(fileName("  "), "parley");
  });
});
