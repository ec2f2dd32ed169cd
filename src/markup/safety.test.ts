import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { onlyUrl } from "#engine/runtime/own-urls.ts";
import { tries } from "../../test/harness/chance.ts";
import { Parser } from "htmlparser2";
import { ATTRIBUTES, ELEMENTS, isAllowedHtml, MATH_ATTRIBUTES } from "./allowed-html.ts";
import { renderMarkdown, renderMessage } from "./render.ts";
import { linkifier, randomText, SENDER, testModel } from "./test-support.ts";
import { SCHEMES } from "./inline/urls.ts";

const model = testModel();
model.linkifiers = [
  linkifier(1, "#(?P<id>[0-9]{2,8})", "https://trac.example.com/{id}"),
  linkifier(2, "go/(?P<path>[^ ]+)", "{+path}"),
];
const context = { model, sender: SENDER, own: onlyUrl(() => "https://chat.example.com"), translateEmoticons: true };

/** A server with previews of external pages. */
const curious = { ...context, model: testModel({ inline_url_embed_preview: true }) };

const VOID = new Set(["br", "hr", "img"]);
const STYLE = /^(?:(?:[a-z-]+):\s*[\w.#%,() -]+;?)*$/i;
const PICTURE = /^background-image: url\("https?:\/\/[\w:/?@!$&*+,;=.~%[\]-]+"\)$/;

/** What is wrong with HTML, by the allow-list; also whether elements nest. */
function wrongs(html: string): string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ELEMENTS.has(name)) wrong.push(`<${name}>`);
      const isMath = open.includes("math") || open.includes("svg") || name === "math" || name === "svg";
      for (const [attribute, value] of Object.entries(attributes)) {
        const isAllowed = isMath ? MATH_ATTRIBUTES.has(attribute) : (ATTRIBUTES[name] ?? []).includes(attribute);
        if (!isAllowed) wrong.push(`${name}[${attribute}]`);
        if (attribute === "style" && !(name === "a" ? PICTURE : STYLE).test(value)) wrong.push(`style ${value}`);
        if (attribute === "href" || attribute === "src") wrong.push(...wrongAddress(value));
      }
      if (!VOID.has(name)) open.push(name);
    },
    onclosetag(name, isImplied) {
      if (VOID.has(name)) return;
      if (isImplied || open.pop() !== name) wrong.push(`</${name}> out of place`);
    },
    oncomment: (data) => wrong.push(`<!--${data}`),
    onprocessinginstruction: (name) => wrong.push(`<${name}`),
  });
  parser.end(html);
  return wrong;
}

/** A browser opens nothing for a link whose port is no number. */
const ODD_PORT = /^https?:\/\/[^/?#@\\:]+:[^/?#@\\:]*(?:[/?#]|$)/i;

/** A URL must be a path on this server or have an allowed scheme, as a browser parses it. */
function wrongAddress(address: string): string[] {
  const base = "https://here.example.com/";
  const url = URL.parse(address, base);
  if (url === null) return ODD_PORT.test(address) ? [] : [`address ${address}`];
  const isOwn = url.origin === new URL(base).origin;
  const isPlain = /^(?:#|\/(?![/\\])|user_uploads\/)/.test(address);
  if (isOwn) return isPlain ? [] : [`address ${address}`];
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  const isAsTyped = `${scheme.toLowerCase()}:` === url.protocol;
  return isAsTyped && SCHEMES.has(scheme.toLowerCase()) ? [] : [`address ${address}`];
}

suite("rendered HTML", () => {
  test("CVE-2020-10935, CVE-2020-9445, CVE-2018-9986, CVE-2018-9987, CVE-2018-9990, CVE-2024-46935: no text makes more than the allow-list", () => {
    fc.assert(
      fc.property(randomText, (source) => {
        const { html } = renderMessage(source, context);
        assert.deepEqual(wrongs(html), []);
        assert.ok(isAllowedHtml(html), html);
        assert.ok(html.isWellFormed());
        assert.deepEqual(wrongs(renderMarkdown(source)), []);
      }),
      tries(1500),
    );
  });

  test("CVE-2023-33186: the metadata of a linked page makes no more than the allow-list", () => {
    let shown = 0;
    const address = fc.oneof(
      randomText,
      randomText.map((rest) => `https://e.com/${rest}`),
    );
    fc.assert(
      fc.property(randomText, address, randomText, (text, image, source) => {
        const embed = () => ({ title: text, description: text, image });
        const { html } = renderMessage(`https://e.com/page\n\n${source}`, { ...curious, embed });
        assert.deepEqual(wrongs(html), []);
        assert.ok(isAllowedHtml(html), html);
        shown += Number(html.includes("message_embed"));
      }),
      tries(500),
    );
    assert.ok(shown > 0);
  });

  test("the allow-list test detects HTML that is not allowed", () => {
    assert.deepEqual(wrongs('<p onclick="x"><b>x</b></p><!-- -->'), ["p[onclick]", "<b>", "<!-- "]);
    assert.deepEqual(wrongs('<a href="javascript:x">x</a><a href="/\\evil">x</a>').length, 2);
    assert.deepEqual(wrongs(`<a style='background-image: url("https://e.com/)")'>x</a>`).length, 1);
    assert.deepEqual(wrongs("<p><em>x</p></em>").length > 0, true);
  });

  test("HTML from elsewhere is taken only if it is of the allow-list and closes what it opens", () => {
    const pieces = [
      ...[
        "<p>",
        "</p>",
        "<em>",
        "</em>",
        "<br>",
        "<math>",
        "</math>",
        "x",
        "&lt;",
        "<!--",
        "-->",
        "<script>",
        "<P>",
        "<p ",
      ],
      ...['<a href="https://e.com">', "</a>", '<a href="javascript:x">', '<a href="&#106;avascript:x">', "<img>", "/>"],
      ...[
        '<img src="/x">',
        '<img src="//x">',
        '<img src=x onerror="y">',
        '<span style="top:1px">',
        "</span>",
        '"',
        ">",
      ],
      ...['<span style="position:fixed">', '<span style="background:url(x)">', '<span class="a">', "<span\tclass='a'>"],
    ];
    let taken = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (all) => {
        const html = all.join("");
        if (!isAllowedHtml(html)) return;
        assert.deepEqual(wrongs(html), [], html);
        taken += Number(html.includes("<"));
      }),
      tries(2000),
    );
    assert.ok(taken > 0);
    for (const html of [
      "<p>",
      "</p>",
      "<p><em></p></em>",
      "<b>x</b>",
      '<p onclick="x">y</p>',
      '<a href="javascript:x">y</a>',
      '<a href="&#106;avascript:x">y</a>',
      '<img src="//evil.example">',
      "<!-- x -->",
      '<span style="position:fixed;top:0">x</span>',
      '<span style="background:url(/x)">x</span>',
      "<p>".repeat(1000) + "</p>".repeat(1000),
    ]) {
      assert.equal(isAllowedHtml(html), false, html.slice(0, 100));
    }
  });

  test("CVE-2022-36048: a link leads where it says, or is none", () => {
    const hrefs = (source: string) =>
      [...renderMessage(source, context).html.matchAll(/href="([^"]*)"/g)].map(([, x]) => x);
    for (const address of [
      "//evil.example",
      "\\\\evil.example",
      "/\\evil.example",
      "java\tscript:alert(1)",
      "java\u0000script:alert(1)",
      "\u0001javascript:alert(1)",
      "JavaScript:alert(1)",
      "vbscript:x",
      "data:text/html,x",
      "<javascript:x>",
      "https://\u0000e.com",
    ]) {
      assert.deepEqual(hrefs(`[x](${address})`), [], JSON.stringify(address));
    }
    assert.deepEqual(hrefs("[x](javascript&#58;alert(1)) [y](javascript&colon;x) go/javascript:alert(1)"), []);
  });

  test("CVE-2020-14194, CVE-2020-9444: no link opens a window that can reach the opener", () => {
    assert.equal(renderMessage("[x](https://e.com) https://e.com", context).html.includes("target"), false);
  });

  test("CVE-2026-24050, CVE-2023-33186, CVE-2022-23656, CVE-2021-3866: names and topics stay text", () => {
    const named = testModel();
    const evil = `<img src=x onerror="1">{{{x}}}`;
    for (const [id, user] of named.users) named.users.set(id, { ...user, fullName: evil });
    for (const [id, channel] of named.channels) named.channels.set(id, { ...channel, name: evil });
    named.channelsByName.set(evil, named.channels.get(3) as never);
    const { html } = renderMessage(`@**|12** #**${evil}** #**general>${evil}**`, { model: named });
    assert.deepEqual(wrongs(html), []);
    assert.match(html, /@&lt;img src=x onerror="1"&gt;\{\{\{x}}}<\/span>/);
  });

  test("CVE-2021-41115: no linkifier makes a text slow", () => {
    const slow = testModel();
    slow.linkifiers = [linkifier(1, "^(a+)+$", "https://e.com"), linkifier(2, "(?P<x>(a|aa)+)$", "https://e.com/{x}")];
    // A backtracking matcher would need exponential time for this.
    const text = `${"a".repeat(3000)}!`;
    assert.equal(renderMessage(text, { model: slow }).html, `<p>${text}</p>`);
  });

  test("formulas refer to nothing outside of them", () => {
    for (const tex of [
      "\\href{https://e.com}{x}",
      "\\url{https://e.com}",
      "\\htmlClass{x}{y}",
      "\\htmlStyle{a:b}{y}",
    ]) {
      const { html } = renderMessage(`$$${tex}$$`, context);
      assert.deepEqual(wrongs(html), [], tex);
      assert.equal(html.includes("href="), false, tex);
    }
    const macro = "\\def\\a{\\a\\a}\\a";
    assert.match(renderMessage(`$$${macro}$$`, context).html, /tex-error/);
    assert.match(renderMessage(`$$${"{".repeat(900)}${"}".repeat(900)}$$`, context).html, /katex|tex-error/);
  });
});
