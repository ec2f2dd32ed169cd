import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { topicSource } from "../compose.ts";
import { renderMessage, topicLinks, topicsNamed, type UploadedImage } from "../render.ts";
import { context, html, linkifier, rule, testModel } from "../test-support.ts";

suite("links", () => {
  rule(
    "channels, topics and messages are linked to those who may read them",
    ["#**general**", '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-general">#general</a></p>'],
    [
      "#**general>hi there**",
      '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-general/topic/hi.20there">#general &gt; hi there</a></p>',
    ],
    [
      "#**general>**",
      '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-general/topic/">#general &gt; <em>general chat</em></a></p>',
    ],
    [
      "#**general>hi@42**",
      '<p><a class="message-link" href="/#narrow/channel/3-general/topic/hi/near/42">#general &gt; hi @ 💬</a></p>',
    ],
    [
      "#**general>@42**",
      '<p><a class="message-link" href="/#narrow/channel/3-general/topic//near/42">#general &gt; <em>general chat</em> @ 💬</a></p>',
    ],
    [
      "#**a (b). c**",
      '<p><a class="stream" data-stream-id="4" href="/#narrow/channel/4-a-.28b.29.2E-c">#a (b). c</a></p>',
    ],
    [
      "#**General** #**secret** #**none**",
      "<p>#<strong>General</strong> #<strong>secret</strong> #<strong>none</strong></p>",
    ],
  );
  test("rendering asks for a limited number of topics", () => {
    const many = Array.from({ length: 200 }, (_, at) => `#**general>${at}** #**general>0**`).join(" ");
    assert.equal(topicsNamed(many, context).length, 50);
    assert.equal(topicsNamed("#**general>0** #**general>0**", context).length, 1);
  });
  test("a topic's link leads to its newest message", () => {
    const asking = {
      ...context,
      newestInTopic: (id: number, topic: string) => (id === 3 && topic === "hi" ? 99 : undefined),
    };
    assert.deepEqual(topicsNamed("#**general>hi** #**general>@4** #**none>x**", asking), [
      { channelId: 3, topic: "hi" },
    ]);
    assert.match(renderMessage("#**general>hi**", asking).html, /topic\/hi\/with\/99">/);
  });
  test("the server's own text can link to any topic, whatever its name", () => {
    const general = { id: 3, name: "general" };
    assert.equal(topicSource(general, "hi"), "#**general>hi**");
    assert.equal(topicSource(general, "", 42), "#**general>@42**");
    assert.equal(
      html(topicSource(general, "a*b* `c` [x](y) $$z$$ @**all**", 42)),
      '<p><a href="#narrow/channel/3-general/topic/a*b*.20.60c.60.20.5Bx.5D.28y.29.20.24.24z.24.24.20.40**all**/near/42">&#35;general &#62; a&#42;b&#42; &#96;c&#96; &#91;x&#93;(y) &#36;&#36;z&#36;&#36; &#64;&#42;&#42;all&#42;&#42; &#64; 💬</a></p>',
    );
  });
  rule(
    "a link has a text and an allowed URL",
    ["[t](https://e.com)", '<p><a href="https://e.com">t</a></p>'],
    ['[t](https://e.com "x")', '<p><a href="https://e.com" title="x">t</a></p>'],
    ["[t](https://e.com 'x \"y\"')", '<p><a href="https://e.com" title="x &quot;y&quot;">t</a></p>'],
    ["[](https://e.com)", '<p><a href="https://e.com">https://e.com</a></p>'],
    ["[*t* `c`](https://e.com)", '<p><a href="https://e.com">*t* <code>c</code></a></p>'],
    ["[t](foo)", '<p><a href="http://foo">t</a></p>'],
    ["[t](a@b.com)", '<p><a href="mailto:a@b.com">t</a></p>'],
    ["[t](tel:12345) [t](foo:80/x)", '<p><a href="tel:12345">t</a> <a href="http://foo:80/x">t</a></p>'],
    ["[t](/x) [t](#x)", '<p><a href="/x">t</a> <a href="#x">t</a></p>'],
    ["[t](javascript:alert(1))", "<p>[t](javascript:alert(1))</p>"],
    ["[t](https://e.com/a_(b))", '<p><a href="https://e.com/a_(b)">t</a></p>'],
    ["[t][1]\n\n[1]: https://e.com", '<p>[t][1]</p>\n<p>[1]: <a href="https://e.com">https://e.com</a></p>'],
  );
  rule(
    "a bare URL is linked, without the punctuation after it",
    ["https://e.com/x", '<p><a href="https://e.com/x">https://e.com/x</a></p>'],
    ["e.com/x", '<p><a href="http://e.com/x">e.com/x</a></p>'],
    ["see e.com.", '<p>see <a href="http://e.com">e.com</a>.</p>'],
    ["a@b.com/foo javascript:foo.com", '<p>a@b.com/foo javascript:<a href="http://foo.com">foo.com</a></p>'],
    ["a@b.com", '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
    [
      "(bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2).",
      '<p>(<a href="bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2">bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2</a>).</p>',
    ],
    [
      "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2x0 bitcoin: 3",
      "<p>bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2x0 bitcoin: 3</p>",
    ],
    ["**see https://e.com/x**", '<p><strong>see <a href="https://e.com/x">https://e.com/x</a></strong></p>'],
    ["~~was e.com/x~~!", '<p><del>was <a href="http://e.com/x">e.com/x</a></del>!</p>'],
    ["(https://e.com/a_(b))", '<p>(<a href="https://e.com/a_(b)">https://e.com/a_(b)</a>)</p>'],
    ['<x src="https://e.com"<b>', '<p>&lt;x src="https://e.com"&lt;b&gt;</p>'],
    ["<https://e.com>", '<p>&lt;<a href="https://e.com">https://e.com</a>&gt;</p>'],
    ["https://e.com/*a*b?c=1&d", '<p><a href="https://e.com/*a*b?c=1&amp;d">https://e.com/*a*b?c=1&amp;d</a></p>'],
    ["a.py b.zip c.md ftp://e.com tel:1 x.y", "<p>a.py b.zip c.md ftp://e.com tel:1 x.y</p>"],
    [
      "https://chat.example.com/#narrow https://chat.example.com/user_uploads/1/a.txt",
      '<p><a href="#narrow">https://chat.example.com/#narrow</a> <a href="user_uploads/1/a.txt">https://chat.example.com/user_uploads/1/a.txt</a></p>',
    ],
  );
  rule(
    "a linkifier's match is linked, but not inside of a word, code or another link",
    [
      "see #123, #45.",
      '<p>see <a href="https://trac.example.com/123">#123</a>, <a href="https://trac.example.com/45">#45</a>.</p>',
    ],
    ["#12 #34", '<p><a href="https://trac.example.com/12">#12</a> <a href="https://trac.example.com/34">#34</a></p>'],
    ["x#123 #123a `#123`", "<p>x#123 #123a <code>#123</code></p>"],
    ["[#123](https://e.com)", '<p><a href="https://e.com">#123</a></p>'],
  );
  test("the first linkifier of the list wins, and templates are filled by RFC 6570", () => {
    const model = testModel();
    model.linkifiers = [
      linkifier(1, "(?P<p>[A-Z]+)-(?P<n>[0-9]+)", "https://e.com/{p}{?n}%"),
      linkifier(2, "[A-Z]+-[0-9]+", "https://never.example.com"),
    ];
    assert.equal(renderMessage("AB-1", { model }).html, '<p><a href="https://e.com/AB?n=1%25">AB-1</a></p>');
    model.linkifiers = [linkifier(3, "K(?P<n>[0-9]+)(?:/(?P<p>[a-z]*))?", "https://e.com/{n}{/p}{?n,p}")];
    const href = (text: string) => /href="([^"]*)"/.exec(renderMessage(text, { model }).html)?.[1];
    assert.equal(href("K1/x"), "https://e.com/1/x?n=1&amp;p=x");
    assert.equal(href("K1/"), "https://e.com/1/?n=1&amp;p=", "an empty value is a value");
    assert.equal(href("K1"), "https://e.com/1?n=1", "what took no part is left out");
  });
  test("a topic's links come in the order of its text", () => {
    assert.deepEqual(topicLinks("e.com/#12 and #34 at https://e.com/x", context.model), [
      { text: "e.com/#12", url: "https://e.com/#12" },
      { text: "#34", url: "https://trac.example.com/34" },
      { text: "https://e.com/x", url: "https://e.com/x" },
    ]);
    assert.deepEqual(topicLinks("nothing", context.model), []);
  });
});

suite("previews", () => {
  const image = (url: string, title = "") =>
    `<div class="message_inline_image"><a href="${url}"${title}><img src="${url}"></a></div>`;
  const png = "https://e.com/a.png";

  rule(
    "a picture is shown below its paragraph, or in place of its bare URL",
    [png, image(png)],
    [`see ${png}`, `<p>see <a href="${png}">${png}</a></p>\n${image(png)}`],
    [`[n](${png})`, `<p><a href="${png}">n</a></p>\n${image(png, ' title="n"')}`],
    [`![x](${png})`, `<p>![x](<a href="${png}">${png}</a>)</p>\n${image(png)}`],
    [`${png} ${png}`, `<p><a href="${png}">${png}</a> <a href="${png}">${png}</a></p>\n${image(png)}`],
    [
      `${png} ${png}?2`,
      `<p><a href="${png}">${png}</a> <a href="${png}?2">${png}?2</a></p>\n${image(png)}${image(`${png}?2`)}`,
    ],
    [`> ${png}`, `<blockquote>\n<p><a href="${png}">${png}</a></p>\n</blockquote>`],
    [
      `> ${png}\n\n[n](${png})`,
      `<blockquote>\n<p><a href="${png}">${png}</a></p>\n</blockquote>\n<p><a href="${png}">n</a></p>\n${image(png, ' title="n"')}`,
    ],
    [`* ${png}`, `<ul>\n<li>${image(png)}</li>\n</ul>`],
    [`# ${png}`, `<h1><a href="${png}">${png}</a></h1>\n${image(png)}`],
    [
      "https://e.com/a.mp4",
      '<div class="message_inline_image message_inline_video"><a href="https://e.com/a.mp4"><video preload="metadata" src="https://e.com/a.mp4"></video></a></div>',
    ],
    [
      "https://youtu.be/dQw4w9WgXcQ",
      '<p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p>\n<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="https://youtu.be/dQw4w9WgXcQ"><img src="https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg"></a></div>',
    ],
    [
      "![t](https://e.com/a.mp3)",
      '<p><audio controls preload="metadata" src="https://e.com/a.mp3" title="t"></audio></p>',
    ],
  );
  test("a cell that contains a picture's URL keeps it", () => {
    const shown = html(`|A|\n|-|\n|${png}|`);
    assert.match(shown, /<td><a href="https:\/\/e.com\/a.png">https:\/\/e.com\/a.png<\/a><\/td>/);
    assert.ok(shown.endsWith(`</table>\n${image(png)}`));
  });
  test("an uploaded picture is shown small, with its name and size", () => {
    const known: UploadedImage = { contentType: "image/png", width: 9, height: 8, isAnimated: false, isReady: true };
    const uploadedImage = (path: string) =>
      path === "1/ab/x/a.png"
        ? known
        : path === "1/b.gif"
          ? { ...known, isAnimated: true }
          : { ...known, isReady: false };
    const show = (source: string) => renderMessage(source, { ...context, uploadedImage });
    const shown = show("[a](/user_uploads/1/ab/x/a.png)");
    assert.equal(
      shown.html,
      '<p><a href="/user_uploads/1/ab/x/a.png">a</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/ab/x/a.png" title="a"><img data-original-content-type="image/png" data-original-dimensions="9x8" src="/user_uploads/thumbnail/1/ab/x/a.png/840x560.webp"></a></div>',
    );
    assert.deepEqual([shown.hasImage, shown.hasLink], [true, true]);
    assert.deepEqual(shown.linkedUploads, ["1/ab/x/a.png"]);
    assert.match(show("[a](/user_uploads/1/b.gif)").html, /<img data-animated="true" .*840x560-anim.webp/);
    assert.match(show("[a](/user_uploads/1/c.png)").html, /<img class="image-loading-placeholder" .*loader-black.svg/);
    assert.equal(html("[a](/user_uploads/1/c.png)"), '<p><a href="/user_uploads/1/c.png">a</a></p>');
  });
  test("a text with too many URLs, or an organization without previews, shows none", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://e.com/${at}.png`).join(" ");
    assert.equal(html(many(24)).split("<img").length, 25);
    const crowded = renderMessage(many(25), context);
    assert.deepEqual([crowded.html.includes("<img"), crowded.hasImage], [false, false]);
    const plain = Array.from({ length: 24 }, (_, at) => `https://e.com/${at}`).join(" ");
    assert.ok(!html(`${plain} ${png}`).includes("<img"), "addresses without a picture count as well");
    assert.equal(
      renderMessage(png, { model: testModel({ inline_image_preview: false }) }).html,
      `<p><a href="${png}">${png}</a></p>`,
    );
  });
});
