import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { acceptsGzip, gzipped, type Part, plainPart } from "./gzip.ts";
import { createSharedBody } from "./shared-body.ts";

const packed = (parts: readonly Part[]): Buffer => Buffer.concat(gzipped(parts));
const plain = (parts: readonly Part[]): string => Buffer.concat(parts.map(plainPart)).toString();

test("a shared body is compressed, and decompresses to the same bytes from any of its texts on, beside new parts", () => {
  const texts = [Buffer.from("as it was a moment ago; ".repeat(500)), Buffer.from(","), Buffer.alloc(0)];
  texts.push(Buffer.alloc(200_000, "more than one frame holds; "), Buffer.from("the end"));
  const body = createSharedBody(texts);
  const large = Buffer.alloc(70_000, "new every time; ");
  for (let from = 0; from <= texts.length; from += 1) {
    const expected = Buffer.concat(texts.slice(from)).toString();
    for (const parts of [
      [{ body, from }],
      [Buffer.from("before "), { body, from }, Buffer.from(" behind")],
      [large, { body, from }, Buffer.alloc(0), { body, from: 1 }],
    ]) {
      assert.ok(plain(parts).includes(expected));
      assert.equal(gunzipSync(packed(parts)).toString(), plain(parts), `from ${from}`);
    }
  }
  assert.ok(packed([{ body, from: 0 }]).length < 5000);
  assert.ok(packed([large]).length > large.length, "what is new is not packed");
  assert.equal(gunzipSync(packed([])).toString(), "");
});

test("only a client that accepts gzip gets it", () => {
  for (const header of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "deflate,gzip ; q=0.01"]) {
    assert.ok(acceptsGzip(header), header);
  }
  for (const header of [undefined, "", "identity", "br", "gzip;q=0", "gzip; q=0.000, br", "x-gzip-like"]) {
    assert.ok(!acceptsGzip(header), String(header));
  }
});
