import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { embedIn } from "./page.ts";

const ADDRESS = "https://e.com/a/page";
const page = (head: string) => embedIn(`<!doctype html><html><head>${head}</head><body>x</body></html>`, ADDRESS);
const picture = '<meta property="og:image" content="/i.png">';

suite("page metadata", () => {
  test("a page's Open Graph data is preferred to its own title, however it is spelled", () => {
    const own = "<title>Own &amp; <b>only</b></title><meta name=description content='mine'>";
    assert.deepEqual(page(`${own}${picture}`), {
      title: "Own & <b>only</b>",
      description: "mine",
      image: "https://e.com/i.png",
    });
    const twitter = '<meta name="twitter:title" content="T"><meta name="twitter:description" content="D">';
    assert.deepEqual(page(`${own}${twitter}<meta name="twitter:image" content="//cdn.e.com/t.png">`), {
      title: "T",
      description: "D",
      image: "https://cdn.e.com/t.png",
    });
    const shouted = "<META\n CONTENT = 'It&#39;s&#x20;&quot;OG&quot; ' PROPERTY = OG:TITLE />";
    assert.equal(page(`${own}${twitter}${shouted}${picture}`)?.title, `It's "OG"`);
    assert.equal(
      page(`<meta property="og:title" content="1"><meta property="og:title" content="2">${picture}`)?.title,
      "1",
    );
    assert.equal(page(`<meta property="og:title" content=" "><title>x</title>${picture}`)?.title, "x");
  });

  test("a page's comments, scripts and other tags are ignored", () => {
    const og = '<meta property="og:title" content="no">';
    const hidden = `<!-- ${og} --><script>"${og}"</script><style>${og}</style><textarea>${og}</textarea>`;
    assert.equal(page(`${hidden}<a title='${og}'><title>yes</title>${picture}`)?.title, "yes");
  });

  test("a page without a picture at an HTTP URL has no preview", () => {
    assert.equal(page("<title>x</title>"), undefined);
    for (const image of [
      "javascript:alert(1)",
      "data:image/png;base64,AA",
      "file:///etc/passwd",
      "http://",
      "https://u:p@e.com/i.png",
      `https://e.com/${"i".repeat(3000)}`,
    ]) {
      assert.equal(page(`<title>x</title><meta property="og:image" content="${image}">`), undefined, image);
    }
  });

  test("a page's picture URL cannot break out of the style attribute", () => {
    const image = (url: string) => page(`<meta property="og:image" content="${url}">`)?.image;
    assert.equal(image("/a b(c)'d&quot;\\e?x=\\&quot;'()#f"), "https://e.com/a%20b%28c%29%27d%22/e?x=%5C%22%27%28%29");
    assert.equal(image("https://bücher.example/ü.png"), "https://xn--bcher-kva.example/%C3%BC.png");
  });

  test("a page's texts are truncated, without characters that deceive or cannot be stored", () => {
    const long = page(
      `<title>${"ä😄".repeat(300)}</title><meta name="description" content="${"w ".repeat(5000)}">${picture}`,
    );
    assert.equal(Array.from(long?.title ?? "").length, 200);
    assert.ok((long?.description.length ?? 0) <= 500 && long?.description.endsWith("w…"));
    assert.equal(
      page(`<title>a\u0000b\n\n c&#0;&#xD800;\u202Ed&#9999999;&bogus;</title>${picture}`)?.title,
      "a b c \uFFFDd&#9999999;&bogus;",
    );
  });

  test("CVE-2022-31052: a page of any garbage is parsed in linear time", () => {
    const size = 262_144;
    const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    for (const piece of [
      "<a>",
      "<",
      "<!--",
      "<meta ",
      '<meta content="',
      "<meta content='\"",
      "<meta a= ",
      "<title>",
      "<script>",
      "</script",
      "= ",
      " ",
      "&#x",
      "<meta content=a\n",
      "\"'=<>/",
      "<meta property=og:title content='&amp;&#1;'>",
    ]) {
      for (const head of ["", "<meta ", "<meta content=", '<meta content="', "<title>", "<!--"]) {
        embedIn(head + filled(piece), ADDRESS);
      }
    }
  });
});
