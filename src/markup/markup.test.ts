import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { topicSource } from "./compose.ts";
import { isNameOfCode } from "./emoji.ts";
import { renderMarkdown, renderMessage, topicLinks, topicsNamed, type UploadedImage } from "./render.ts";
import { linkifier, SENDER, testModel } from "./test-support.ts";

type Row = readonly [source: string, html: string];

const context = { model: testModel(), sender: SENDER, url: "https://chat.example.com" };
const html = (source: string) => renderMessage(source, context).html;

/** One row for each rule. */
function rule(sentence: string, ...rows: readonly Row[]): void {
  test(sentence, () => {
    for (const [source, expected] of rows) assert.equal(html(source), expected, source);
  });
}

suite("blocks", () => {
  rule(
    "lines break, blank lines separate",
    ["text", "<p>text</p>"],
    ["a\nb", "<p>a<br>\nb</p>"],
    ["a\n\nb", "<p>a</p>\n<p>b</p>"],
    ["a\r\n\r\nb", "<p>a</p>\n<p>b</p>"],
    ["/me waves", "<p>/me waves</p>"],
  );
  rule(
    "a heading needs a space, and no line under it",
    ["# h", "<h1>h</h1>"],
    ["###### h ##", "<h6>h</h6>"],
    ["####### h", "<p>####### h</p>"],
    ["#h", "<p>#h</p>"],
    ["h\n===", "<p>h<br>\n===</p>"],
  );
  rule("a line of three marks is a rule", ["---", "<hr>"], ["***", "<hr>"], ["* * *", "<hr>"]);
  rule(
    "lists nest by two spaces, mix their markers and may follow text",
    ["* a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["* b\n  * c", "<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>"],
    ["1. a\n  * b\n    * c", "<ol>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ol>"],
    ["* a\n\n* b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>"],
    ["1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
    ["3. a", '<ol start="3">\n<li>a</li>\n</ol>'],
    ["x\n* a", "<p>x</p>\n<ul>\n<li>a</li>\n</ul>"],
    ["- [ ] x", "<ul>\n<li>[ ] x</li>\n</ul>"],
    ["* a\nb", "<ul>\n<li>a<br>\nb</li>\n</ul>"],
    ["* a\n\nb", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>"],
    ["* a\n\n  b", "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>"],
  );
  rule(
    "quotes go on over lines without a mark, and end with a blank one",
    ["> q\n> r", "<blockquote>\n<p>q<br>\nr</p>\n</blockquote>"],
    ["> q\nr", "<blockquote>\n<p>q<br>\nr</p>\n</blockquote>"],
    ["> q\n\n> r", "<blockquote>\n<p>q</p>\n</blockquote>\n<blockquote>\n<p>r</p>\n</blockquote>"],
    [">", "<p>&gt;</p>"],
    ["> > q", "<blockquote>\n<blockquote>\n<p>q</p>\n</blockquote>\n</blockquote>"],
    ["```quote\nq\n```", "<blockquote>\n<p>q</p>\n</blockquote>"],
    [
      "````quoted\n```quote\nq\n```\nr\n````\ns",
      "<blockquote>\n<blockquote>\n<p>q</p>\n</blockquote>\n<p>r</p>\n</blockquote>\n<p>s</p>",
    ],
  );
  rule(
    "a table starts a block",
    [
      "A|B\n:-|-:\n1|2",
      '<table>\n<thead>\n<tr>\n<th style="text-align: left;">A</th>\n<th style="text-align: right;">B</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: right;">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      "| A |\n|:-:|",
      '<table>\n<thead>\n<tr>\n<th style="text-align: center;">A</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td style="text-align: center;"></td>\n</tr>\n</tbody>\n</table>',
    ],
    ["x\nA|B\n-|-", "<p>x<br>\nA|B<br>\n-|-</p>"],
  );
});

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
    "code in a block is named as clients know it",
    ["```\n\"x\" '<'  \n```", plain("&quot;x&quot; &#39;&lt;&#39;\n")],
    ["    x\n\n    y", plain("x\n\ny\n")],
    ["~~~ .py\nx = 1\n~~~", of("Python", 'x = <span class="m">1</span>\n')],
    ['```{js}\n"x"\n```', of("JavaScript", '<span class="s">"x"</span>\n')],
    ['```text\n*x* "\n```', of("Text only", '*x* "\n')],
    ["```latex\nx\n```", of("TeX", "x\n")],
    ["```NoSuch\n<x>\n```", of("nosuch", "&lt;x&gt;\n")],
    ["```\n````\n@**Hamlet**\n```", plain("````\n@**Hamlet**\n")],
    ["```\nunclosed", plain("unclosed\n")],
    ["a\n```\nx\n```\nb", `<p>a</p>\n${plain("x\n")}\n<p>b</p>`],
  );
  test("the organization's language is that of bare fences", () => {
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
  rule(
    "what is no formula is shown as typed",
    ["$$\\frac$$", '<p><span class="tex-error">$$\\frac$$</span></p>'],
    ["```math\n\\frac\n```", '<p><span class="tex-error">\\frac</span></p>'],
    ["$$_x$$", "<p>$$_x$$</p>"],
    ["a$$x$$b", "<p>a$$x$$b</p>"],
  );
  test("formulas are KaTeX's", () => {
    const inline = html("is $$x$$ so");
    assert.match(inline, /^<p>is <span class="katex"><span class="katex-mathml"><math xmlns=/);
    assert.match(inline, /<annotation encoding="application\/x-tex">x<\/annotation>/);
    assert.match(
      html("```math\nx\n\ny\n```"),
      /^<p><span class="katex-display">.*<\/p>\n<p><span class="katex-display">/,
    );
  });
});

suite("text", () => {
  rule(
    "stars and tildes mark, underscores do not",
    ["**x**", "<p><strong>x</strong></p>"],
    ["*x*", "<p><em>x</em></p>"],
    ["* x*", "<ul>\n<li>x*</li>\n</ul>"],
    ["a * x*", "<p>a * x*</p>"],
    ["***x***", "<p><strong><em>x</em></strong></p>"],
    ["**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"],
    ["*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"],
    ["*a **b* c**", "<p>*a <strong>b* c</strong></p>"],
    ["__x__ _x_", "<p>__x__ _x_</p>"],
    ["~~x~~ ~~~y~~~", "<p><del>x</del> ~~~y~~~</p>"],
    ["**a\nb**", "<p>**a<br>\nb**</p>"],
    ["\\*x\\*", "<p>\\<em>x\\</em></p>"],
  );
  rule(
    "only what must be is escaped",
    [`<b> & "x" 'y'`, `<p>&lt;b&gt; &amp; "x" 'y'</p>`],
    ["&copy; &#169;", "<p>&copy; &#169;</p>"],
  );
  rule(
    "a time is told in UTC",
    [
      "<time:2024-01-02T03:04:05+01:00>",
      '<p><time datetime="2024-01-02T02:04:05Z">2024-01-02T03:04:05+01:00</time></p>',
    ],
    ["<time:2024-01-02 03:04>", '<p><time datetime="2024-01-02T03:04:00Z">2024-01-02 03:04</time></p>'],
    ["<time:1704164645>", '<p><time datetime="2024-01-02T03:04:05Z">1704164645</time></p>'],
    ["<time:Jan 2, 2024 3:04 pm>", '<p><time datetime="2024-01-02T15:04:00Z">Jan 2, 2024 3:04 pm</time></p>'],
    ["<time:foo 2020>", '<p><span class="timestamp-error">Invalid time format: foo 2020</span></p>'],
  );
  const smile = '<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>';
  rule(
    "emoji go by name or character",
    [":smile:", `<p>${smile}</p>`],
    ["😄!", `<p>${smile}!</p>`],
    [
      ":thumbs_up:",
      '<p><span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span></p>',
    ],
    ["❤️", '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>'],
    ["❤ ↔ 1 👍🏽 :x_y_z:", "<p>❤ ↔ 1 👍🏽 :x_y_z:</p>"],
    [":green_tick:", '<p><img alt=":green_tick:" class="emoji" src="/emoji/8.png" title="green tick"></p>'],
    [
      ":svc:",
      '<p><img alt=":svc:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/svc.png" title="svc"></p>',
    ],
    [":)", "<p>:)</p>"],
  );
  test("emoticons become emoji for those who asked for it", () => {
    const asked = { ...context, translateEmoticons: true };
    assert.equal(renderMessage("hi :)", asked).html, `<p>hi ${smile}</p>`);
    assert.equal(renderMessage("a:)b http://x.com", asked).html.includes("emoji"), false);
  });
});

suite("mentions", () => {
  const hamlet = '<span class="user-mention" data-user-id="12">@Hamlet</span>';
  const silent = '<span class="user-mention silent" data-user-id="12">Hamlet</span>';

  rule(
    "people are mentioned by name, by name and ID, or by ID",
    ["@**Hamlet**", `<p>${hamlet}</p>`],
    ["(@**hamlet|12**", "<p>(@<strong>hamlet|12</strong></p>"],
    ["@**Hamlet|12** @**|12** @**HAMLET**", `<p>${hamlet} ${hamlet} ${hamlet}</p>`],
    ["@_**Hamlet**", `<p>${silent}</p>`],
    ["@**Zoe <b>**", '<p><span class="user-mention" data-user-id="13">@Zoe &lt;b&gt;</span></p>'],
    ["@**Left**", '<p><span class="user-mention silent" data-user-id="14">Left</span></p>'],
    ["@**Nobody** x@**Hamlet**", "<p>@<strong>Nobody</strong> x@<strong>Hamlet</strong></p>"],
    ["> @**Hamlet**", `<blockquote>\n<p>${silent}</p>\n</blockquote>`],
  );
  rule(
    "wildcards mention everybody",
    ["@**all**", '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
    ["@_**all**", '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>'],
    ["@**topic**", '<p><span class="topic-mention">@topic</span></p>'],
    ["@_**topic**", '<p><span class="topic-mention silent">topic</span></p>'],
  );
  rule(
    "groups are mentioned by their name",
    ["@*support*", '<p><span class="user-group-mention" data-user-group-id="5">@support</span></p>'],
    ["@_*support*", '<p><span class="user-group-mention silent" data-user-group-id="5">support</span></p>'],
    [
      "@_*role:administrators*",
      '<p><span class="user-group-mention silent" data-user-group-id="101">Administrators</span></p>',
    ],
    ["@*Support*", "<p>@<em>Support</em></p>"],
    ["@*gone*", '<p><span class="user-group-mention silent" data-user-group-id="6">gone</span></p>'],
  );
  test("only what is said aloud counts as a mention", () => {
    const { mentionedUsers, mentionedGroups, channelWildcard, topicWildcard } = renderMessage(
      "@**Zoe <b>** @**Hamlet** @*support* @_**all** > x\n\n> @**topic**\n\n`@**everyone**`",
      context,
    );
    assert.deepEqual([mentionedUsers, mentionedGroups], [[12, 13], [5]]);
    assert.deepEqual([channelWildcard, topicWildcard], [false, false]);
    const loud = renderMessage("@**stream** @**topic**", context);
    assert.deepEqual([loud.channelWildcard, loud.topicWildcard], [true, true]);
  });
});

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
  test("what the server writes links to any topic, whatever its name", () => {
    const general = { id: 3, name: "general" };
    assert.equal(topicSource(general, "hi"), "#**general>hi**");
    assert.equal(topicSource(general, "", 42), "#**general>@42**");
    assert.equal(
      html(topicSource(general, "a*b* `c` [x](y) $$z$$ @**all**", 42)),
      '<p><a href="#narrow/channel/3-general/topic/a*b*.20.60c.60.20.5Bx.5D.28y.29.20.24.24z.24.24.20.40**all**/near/42">&#35;general &#62; a&#42;b&#42; &#96;c&#96; &#91;x&#93;(y) &#36;&#36;z&#36;&#36; &#64;&#42;&#42;all&#42;&#42; &#64; 💬</a></p>',
    );
  });
  rule(
    "a link has a text, and leads only where it may",
    ["[t](https://e.com)", '<p><a href="https://e.com">t</a></p>'],
    ['[t](https://e.com "x")', '<p><a href="https://e.com" title="x">t</a></p>'],
    ["[](https://e.com)", '<p><a href="https://e.com">https://e.com</a></p>'],
    ["[*t* `c`](https://e.com)", '<p><a href="https://e.com">*t* <code>c</code></a></p>'],
    ["[t](foo)", '<p><a href="http://foo">t</a></p>'],
    ["[t](a@b.com)", '<p><a href="mailto:a@b.com">t</a></p>'],
    ["[t](/x) [t](#x)", '<p><a href="/x">t</a> <a href="#x">t</a></p>'],
    ["[t](javascript:alert(1))", "<p>[t](javascript:alert(1))</p>"],
    ["[t](https://e.com/a_(b))", '<p><a href="https://e.com/a_(b)">t</a></p>'],
    ["[t][1]\n\n[1]: https://e.com", '<p>[t][1]</p>\n<p>[1]: <a href="https://e.com">https://e.com</a></p>'],
  );
  rule(
    "a bare address is linked, without what stands behind it",
    ["https://e.com/x", '<p><a href="https://e.com/x">https://e.com/x</a></p>'],
    ["e.com/x", '<p><a href="http://e.com/x">e.com/x</a></p>'],
    ["see e.com.", '<p>see <a href="http://e.com">e.com</a>.</p>'],
    ["a@b.com", '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
    ["(https://e.com/a_(b))", '<p>(<a href="https://e.com/a_(b)">https://e.com/a_(b)</a>)</p>'],
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
    "a picture is shown below its paragraph, or instead of its bare address",
    [png, image(png)],
    [`see ${png}`, `<p>see <a href="${png}">${png}</a></p>\n${image(png)}`],
    [`[n](${png})`, `<p><a href="${png}">n</a></p>\n${image(png, ' title="n"')}`],
    [`![x](${png})`, `<p>![x](<a href="${png}">${png}</a>)</p>\n${image(png)}`],
    [`${png} ${png}`, `<p><a href="${png}">${png}</a> <a href="${png}">${png}</a></p>\n${image(png)}`],
    [`> ${png}`, `<blockquote>\n<p><a href="${png}">${png}</a></p>\n</blockquote>`],
    [`* ${png}`, `<ul>\n<li>${image(png)}</li>\n</ul>`],
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
  test("an uploaded picture is shown small, and says what it is", () => {
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
    assert.deepEqual([shown.hasImage, shown.hasLink, shown.hasAttachment], [true, true, true]);
    assert.deepEqual(shown.linkedUploads, ["1/ab/x/a.png"]);
    assert.match(show("[a](/user_uploads/1/b.gif)").html, /<img data-animated="true" .*840x560-anim.webp/);
    assert.match(show("[a](/user_uploads/1/c.png)").html, /<img class="image-loading-placeholder" .*loader-black.svg/);
    assert.equal(html("[a](/user_uploads/1/c.png)"), '<p><a href="/user_uploads/1/c.png">a</a></p>');
  });
  test("a text with too many addresses, or an organization without previews, shows none", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://e.com/${at}.png`).join(" ");
    assert.equal(html(many(24)).split("<img").length, 25);
    const crowded = renderMessage(many(25), context);
    assert.deepEqual([crowded.html.includes("<img"), crowded.hasImage], [false, false]);
    assert.equal(
      renderMessage(png, { model: testModel({ inline_image_preview: false }) }).html,
      `<p><a href="${png}">${png}</a></p>`,
    );
  });
});

test("alert words are looked for outside of fenced code", () => {
  const { text } = renderMessage("a\n```py\nb\n```\n```quote\nc\n```\n`d`", context);
  assert.deepEqual([text.includes("b"), text.includes("c"), text.includes("d")], [false, true, true]);
});

test("a name stands for one emoji", () => {
  assert.equal(isNameOfCode("thumbs_up", "1f44d"), true);
  assert.equal(isNameOfCode("working_on_it", "1f6e0"), true);
  assert.equal(isNameOfCode("smile", "1f44d"), false);
});

test("descriptions know neither people nor channels", () => {
  assert.equal(renderMarkdown("@**all** #**general** *x* :smile:").includes('<span class="user-mention'), false);
  assert.equal(renderMarkdown(""), "");
});
