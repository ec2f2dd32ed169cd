import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { acceptsGzip, gzipped } from "./gzip.ts";

const textOf = (parts: readonly Buffer[]): string => gunzipSync(gzipped(parts)).toString();
const sizeOf = (parts: readonly Buffer[]): number => gzipped(parts).length;

test("parts that come again are packed, and come out as they went in beside whatever is new", () => {
  const [again, comma] = [Buffer.from("as it was a moment ago; ".repeat(500)), Buffer.from(",")];
  const large = Buffer.alloc(200_000, "more than one frame holds; ");
  const answers = ["first", "second", "third"].map((word) => [Buffer.from(word), again, comma, large, comma]);
  const sizes = answers.map((parts) => {
    const size = sizeOf(parts);
    assert.equal(textOf(parts), Buffer.concat(parts).toString());
    return size;
  });
  assert.ok((sizes[0] as number) > 200_000, "what is new is not packed");
  assert.ok((sizes[2] as number) < 5000, `${sizes[2]} bytes are too many`);
  assert.equal(textOf([comma, large, comma, again, again]), `,${large.toString()},${again.toString().repeat(2)}`);
  assert.equal(textOf([]), "");
  assert.equal(textOf([Buffer.alloc(0), comma, Buffer.alloc(0)]), ",");
});

test("only who can unpack gets it packed", () => {
  for (const header of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "deflate,gzip ; q=0.01"]) {
    assert.ok(acceptsGzip(header), header);
  }
  for (const header of [undefined, "", "identity", "br", "gzip;q=0", "gzip; q=0.000, br", "x-gzip-like"]) {
    assert.ok(!acceptsGzip(header), String(header));
  }
});
