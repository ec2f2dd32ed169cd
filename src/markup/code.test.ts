import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { renderMessage } from "./render.ts";
import { html, rule, testModel } from "./test-support.ts";

suite("code, spoilers and formulas", () => {
  const plain = (code: string) => `<div class="codehilite"><pre><span></span><code>${code}</code></pre></div>`;
  const of = (language: string, code: string) =>
    `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${code}</code></pre></div>`;

  rule(
    "code in a line keeps its text",
    ["`x`", "<p><code>x</code></p>"],
    ["``a`b``", "<p><code>a`b</code></p>"],
    ["` <b> *x* `", "<p><code> &lt;b&gt; *x* </code></p>"],
    ["`a", "<p>`a</p>"],
  );
  rule(
    "the language of a code block has the name that clients know",
    ["```\n\"x\" '<'  \n```", plain("&quot;x&quot; &#39;&lt;&#39;\n")],
    ["    x\n\n    y", plain("x\n\ny\n")],
    ["~~~ .py\nx = 1\n~~~", of("Python", 'x = <span class="m">1</span>\n')],
    ['```{js}\n"x"\n```', of("JavaScript", '<span class="s">"x"</span>\n')],
    ['```text\n*x* "\n```', of("Text only", '*x* "\n')],
    ["```latex\nx\n```", of("TeX", "x\n")],
    ["```MySQL\nselect 1\n```", of("MySQL", '<span class="k">select</span> <span class="m">1</span>\n')],
    ["```zig\nx\n```", of("Zig", "x\n")],
    ["```NoSuch\n<x>\n```", of("nosuch", "&lt;x&gt;\n")],
    ["```\n````\n@**Hamlet**\n```", plain("````\n@**Hamlet**\n")],
    ["```\nunclosed", plain("unclosed\n")],
    ["a\n```\nx\n```\nb", `<p>a</p>\n${plain("x\n")}\n<p>b</p>`],
  );
  test("long code is not highlighted", () => {
    assert.match(html(`\`\`\`py\n${"x = 1\n".repeat(900)}\`\`\``), /<span class="m">/);
    assert.doesNotMatch(html(`\`\`\`py\n${"x = 1\n".repeat(1100)}\`\`\``), /<span class/);
    assert.doesNotMatch(html(`\`\`\`py\nx = 1 # ${"x".repeat(200)}\n\`\`\``), /<span class/);
  });
  test("the organization's default language applies to fences without one", () => {
    const inPython = { model: testModel({ default_code_block_language: "python" }) };
    assert.equal(renderMessage("```\nx\n```", inPython).html, of("Python", "x\n"));
    const inQuotes = { model: testModel({ default_code_block_language: "quote" }) };
    assert.equal(renderMessage("```\nx\n```", inQuotes).html, "<blockquote>\n<p>x</p>\n</blockquote>");
  });
  rule(
    "a spoiler has a header, or none",
    [
      "```spoiler *head*\nbody\n```",
      '<div class="spoiler-block"><div class="spoiler-header">\n<p><em>head</em></p>\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div></div>',
    ],
    [
      "```spoiler\nbody\n```",
      '<div class="spoiler-block"><div class="spoiler-header">\n</div>' +
        '<div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div></div>',
    ],
  );
  test("a spoiler's header may contain code", () => {
    assert.match(html("```spoiler `x` y\nbody\n```"), /<p><code>x<\/code> y<\/p>/);
    assert.equal(html("```a b``` c"), "<p><code>a b</code> c</p>");
  });
  rule(
    "an invalid formula is shown as typed",
    ["$$\\frac$$", '<p><span class="tex-error">$$\\frac$$</span></p>'],
    ["```math\n\\frac\n```", '<p><span class="tex-error">\\frac</span></p>'],
    ["$$_x$$", "<p>$$_x$$</p>"],
    ["a$$x$$b", "<p>a$$x$$b</p>"],
  );
  test("formulas are rendered by KaTeX", () => {
    const inline = html("is $$x$$ so");
    assert.match(inline, /^<p>is <span class="katex"><span class="katex-mathml"><math xmlns=/);
    assert.match(inline, /<annotation encoding="application\/x-tex">x<\/annotation>/);
    assert.match(inline, /<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style=/);
    assert.match(html('$$\\text{class="katex-base"}$$'), /class=(?:"|&quot;)katex-base(?:"|&quot;)/, "text is text");
    assert.match(
      html("```math\nx\n\ny\n```"),
      /^<p><span class="katex-display">.*<\/p>\n<p><span class="katex-display">/,
    );
  });
});
