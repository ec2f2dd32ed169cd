import { suite } from "node:test";
import { rule } from "./test-support.ts";

const list = (...items: string[]) => `<ul>\n${items.join("\n")}\n</ul>`;
const tight = (text: string) => `<li>${text}</li>`;
const loose = (...blocks: string[]) => `<li>\n${blocks.join("\n")}\n</li>`;
const quote = (text: string) => `<blockquote>\n<p>${text}</p>\n</blockquote>`;

suite("lists", () => {
  rule(
    "an item's text is a paragraph where a blank line is next to it, and nowhere else",
    ["* a\n* b\n\n* c\n* d", list(tight("a"), loose("<p>b</p>"), loose("<p>c</p>"), tight("d"))],
    ["- a\n\n+ b\n* c", list(loose("<p>a</p>"), loose("<p>b</p>"), tight("c"))],
    ["* a\n\n  * b", list(loose("<p>a</p>", list(tight("b"))))],
    ["* a\n  * b\n* c\n\n* d", list(tight(`a${list(tight("b"))}\n`), loose("<p>c</p>"), loose("<p>d</p>"))],
    ["* a\n  * b\n\n  * c", list(loose("<p>a</p>", list(loose("<p>b</p>"), loose("<p>c</p>"))))],
    ["* a\n  * b\n\n    c", list(tight(`a${list(loose("<p>b</p>", "<p>c</p>"))}\n`))],
  );
  rule(
    "a line that goes on with an item makes a gap before the next item",
    ["* a\nb\n* c", list(loose("<p>a<br>\nb</p>"), loose("<p>c</p>"))],
    ["* a\n* b\nc\n* d\n* e", list(tight("a"), loose("<p>b<br>\nc</p>"), loose("<p>d</p>"), tight("e"))],
    ["* a\n  * b\n  c\n* d", list(loose("<p>a</p>", list(tight("b<br>\nc"))), loose("<p>d</p>"))],
    ["* a\nb\nc", list(tight("a<br>\nb<br>\nc"))],
    ["1. a\nb\n2. c\n3. d", "<ol>\n<li>\n<p>a<br>\nb</p>\n</li>\n<li>\n<p>c</p>\n</li>\n<li>d</li>\n</ol>"],
  );
  rule(
    "a quote right after an item is part of it, and one after a blank line is not",
    ["* a\n> q", list(tight(`a${quote("q")}\n`))],
    ["* a\n> q\nr", list(tight(`a${quote("q<br>\nr")}\n`))],
    ["* a\n> q\n* b", list(loose("<p>a</p>", quote("q")), loose("<p>b</p>"))],
    ["* a\n\n> q", `${list(tight("a"))}\n${quote("q")}`],
    ["* a\n> q\n\nx", `${list(tight(`a${quote("q")}\n`))}\n<p>x</p>`],
    ["* a\n# h", `${list(tight("a"))}\n<h1>h</h1>`],
  );
});

suite("code", () => {
  const code = (text: string, language?: string) =>
    `<div class="codehilite"${language === undefined ? "" : ` data-code-language="${language}"`}>` +
    `<pre><span></span><code>${text}</code></pre></div>`;
  rule(
    "blank lines at the ends of code are left out, and those inside stay",
    ["```\n\n\nx\n\n\ny\n\n```", code("x\n\n\ny\n")],
    ["```text\n  \n  x\n \t\n```", code("  x\n", "Text only")],
    ["```\n```", code("\n")],
    ["```\n\n\n```", code("\n")],
  );
  rule(
    "code inside of templates of another language has a name",
    ["```css+php\n{}\n```", code("{}\n", "CSS+PHP")],
    ["```js+ruby\n,\n```", code(",\n", "JavaScript+Ruby")],
    ["```html+jinja\nx\n```", code("x\n", "HTML+Django/Jinja")],
    ["```HTML+ERB\nx\n```", code("x\n", "RHTML")],
    ["```yaml+jinja\n```", code("\n", "YAML+Jinja")],
    ["```css+cobol\nx\n```", code("x\n", "css+cobol")],
  );
});

suite("times", () => {
  const time = (written: string, utc: string): readonly [string, string] => [
    `<time:${written}>`,
    `<p><time datetime="${utc}">${written}</time></p>`,
  ];
  const none = (written: string): readonly [string, string] => [
    `<time:${written}>`,
    `<p><span class="timestamp-error">Invalid time format: ${written}</span></p>`,
  ];
  rule(
    "a zone goes by its letters or by its name, and a name that is none makes no time",
    time("2024-01-02 03:04 EST", "2024-01-02T08:04:00Z"),
    time("2024-01-02 03:04 IST", "2024-01-01T21:34:00Z"),
    time("2 Jan 2024 3:04 PM CET", "2024-01-02T14:04:00Z"),
    time("2024-07-02 03:04 Europe/Berlin", "2024-07-02T01:04:00Z"),
    time("2024-01-02 03:04 Europe/Berlin", "2024-01-02T02:04:00Z"),
    time("2024-01-02 03:04 America/Argentina/Buenos_Aires", "2024-01-02T06:04:00Z"),
    time("2024-03-31 03:30 Europe/Berlin", "2024-03-31T01:30:00Z"),
    none("2024-01-02 03:04 Nowhere/Land"),
    none("2024-01-02 03:04 XYZ"),
    none("Europe/Berlin"),
  );
  rule(
    "no clock is further than fourteen hours from that of UTC",
    time("2024-01-02T03:04:05+14:00", "2024-01-01T13:04:05Z"),
    time("2024-01-02T03:04:05-14:00", "2024-01-02T17:04:05Z"),
    none("2024-01-02T03:04:05+14:01"),
    none("2024-01-02T03:04:05-15:00"),
    none("2024-01-02T03:04:05+01:60"),
  );
  rule(
    "a time ends with the first closing bracket",
    ["<time:<2024-01-02>>", '<p><span class="timestamp-error">Invalid time format: &lt;2024-01-02</span>&gt;</p>'],
    ["<time:> is text", "<p>&lt;time:&gt; is text</p>"],
    ["<time:2024-01-02", "<p>&lt;time:2024-01-02</p>"],
  );
});

suite("links", () => {
  rule(
    "a linkifier finds what is after any kind of space",
    ["a\u00a0#123", '<p>a\u00a0<a href="https://trac.example.com/123">#123</a></p>'],
    ["a\u2003#123", '<p>a\u2003<a href="https://trac.example.com/123">#123</a></p>'],
    ["a#123 ä#123", "<p>a#123 ä#123</p>"],
  );
  rule(
    "a link keeps its port, whatever that is",
    ["[x](http://a.com:port/y)", '<p><a href="http://a.com:port/y">x</a></p>'],
    ["[x](https://a.com:99999)", '<p><a href="https://a.com:99999">x</a></p>'],
    ["see http://a.com:port/y!", '<p>see <a href="http://a.com:port/y">http://a.com:port/y</a>!</p>'],
    ["[x](a.com:port)", "<p>[x](a.com:port)</p>"],
    ["[x](javascript:port)", "<p>[x](javascript:port)</p>"],
    ["[x](http://:port/y)", "<p>[x](http://:port/y)</p>"],
  );
  const at = (depth: number) => `http://a.com/${"(".repeat(depth)}x${")".repeat(depth)}`;
  rule(
    "an address may have parentheses in parentheses, six of them",
    [at(6), `<p><a href="${at(6)}">${at(6)}</a></p>`],
    [at(7), `<p>${at(7)}</p>`],
    [`${at(7)} ${at(1)}`, `<p>${at(7)} <a href="${at(1)}">${at(1)}</a></p>`],
    [`[x](${at(7)})`, `<p><a href="${at(7)}">x</a></p>`],
  );
});
