import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isNameOfCode, unicodeEmoji } from "./inline/emoji.ts";
import { renderMarkdown, renderMessage } from "./render.ts";
import { context, linkifier, rule } from "./test-support.ts";

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
    "quotes continue over lines without a mark, and end with a blank one",
    ["> q\n> r", "<blockquote>\n<p>q<br>\nr</p>\n</blockquote>"],
    ["> q\nr", "<blockquote>\n<p>q<br>\nr</p>\n</blockquote>"],
    ["> q\n\n> r", "<blockquote>\n<p>q</p>\n</blockquote>\n<blockquote>\n<p>r</p>\n</blockquote>"],
    [">", "<p>&gt;</p>"],
    [">\n>\ntext", "<blockquote>\n<p>text</p>\n</blockquote>"],
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
    [
      "A|B\n-|-\n1\\|2|3 \\| 4\\\\|x",
      "<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n<tbody>\n" +
        "<tr>\n<td>1\\|2</td>\n<td>3 \\| 4\\\\</td>\n</tr>\n</tbody>\n</table>",
    ],
  );
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
    "only special characters are escaped",
    [`<b> & "x" 'y'`, `<p>&lt;b&gt; &amp; "x" 'y'</p>`],
    ["&copy; &#169;", "<p>&copy; &#169;</p>"],
  );
  rule(
    "a time is shown in UTC",
    [
      "<time:2024-01-02T03:04:05+01:00>",
      '<p><time datetime="2024-01-02T02:04:05Z">2024-01-02T03:04:05+01:00</time></p>',
    ],
    ["<time:2024-01-02 03:04>", '<p><time datetime="2024-01-02T03:04:00Z">2024-01-02 03:04</time></p>'],
    ["<time:1704164645>", '<p><time datetime="2024-01-02T03:04:05Z">1704164645</time></p>'],
    ["<time:Jan 2, 2024 3:04 pm>", '<p><time datetime="2024-01-02T15:04:00Z">Jan 2, 2024 3:04 pm</time></p>'],
    ["<time:Jun 5th 2017, 10:30PM>", '<p><time datetime="2017-06-05T22:30:00Z">Jun 5th 2017, 10:30PM</time></p>'],
    ["<time:31 Dec 2017>", '<p><time datetime="2017-12-31T00:00:00Z">31 Dec 2017</time></p>'],
    ["<time:Jan 2 2024 3pm>", '<p><time datetime="2024-01-02T15:00:00Z">Jan 2 2024 3pm</time></p>'],
    ["<time:2024-01-02 3:04 pm>", '<p><time datetime="2024-01-02T15:04:00Z">2024-01-02 3:04 pm</time></p>'],
    [
      "<time:2 January 2024 15:00 +02:00>",
      '<p><time datetime="2024-01-02T13:00:00Z">2 January 2024 15:00 +02:00</time></p>',
    ],
    ["<time:20240102T030405-08>", '<p><time datetime="2024-01-02T11:04:05Z">20240102T030405-08</time></p>'],
    ["<time:2024-02-30>", '<p><span class="timestamp-error">Invalid time format: 2024-02-30</span></p>'],
    ["<time:Feb 30 2024>", '<p><span class="timestamp-error">Invalid time format: Feb 30 2024</span></p>'],
    ["<time:foo 2020>", '<p><span class="timestamp-error">Invalid time format: foo 2020</span></p>'],
  );
  const emoji = (name: string, code: string) => {
    const label = name.replaceAll("_", " ");
    return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
  };
  const smile = emoji("smile", "1f604");
  rule(
    "emoji are written by name or character",
    [":smile:", `<p>${smile}</p>`],
    ["🙂!", `<p>${emoji("slight_smile", "1f642")}!</p>`],
    [
      "👁‍🗨 👁️‍🗨️",
      `<p>${emoji("eye_in_speech_bubble", "1f441-200d-1f5e8")} ${emoji("eye_in_speech_bubble", "1f441-200d-1f5e8")}</p>`,
    ],
    ["👁 🗨 🏳‍🌈", `<p>👁 🗨 ${emoji("rainbow_flag", "1f3f3-200d-1f308")}</p>`],
    [
      ":thumbs_up:",
      '<p><span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span></p>',
    ],
    ["❤️", '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>'],
    ["❤ ↔ 1 👍🏽 :x_y_z: 🍋‍🟪 :skin-tone-2:", "<p>❤ ↔ 1 👍🏽 :x_y_z: 🍋‍🟪 :skin-tone-2:</p>"],
    [
      "🤷‍♀️",
      '<p><span aria-label="woman shrugging" class="emoji emoji-1f937-200d-2640" role="img" title="woman shrugging">:woman_shrugging:</span></p>',
    ],
    [":green_tick:", '<p><img alt=":green_tick:" class="emoji" src="/emoji/8.png" title="green tick"></p>'],
    [
      ":svc:",
      '<p><img alt=":svc:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/svc.png" title="svc"></p>',
    ],
    [
      ":zulip:",
      '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
    ],
    [":)", "<p>:)</p>"],
  );
  test("emoticons become emoji for senders who asked for it", () => {
    const asked = { ...context, translateEmoticons: true };
    const slightSmile = emoji("slight_smile", "1f642");
    assert.equal(renderMessage("hi !:)?", asked).html, `<p>hi !${slightSmile}?</p>`);
    const others = [slightSmile, emoji("smile", "1f604"), emoji("stuck_out_tongue", "1f61b")];
    assert.equal(renderMessage("(: :D :P", asked).html, `<p>${others.join(" ")}</p>`);
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
  test("only mentions that are not silent count", () => {
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

test("alert words are searched for outside of fenced code", () => {
  const { text } = renderMessage("a\n```py\nb\n```\n```quote\nc\n```\n`d`", context);
  assert.deepEqual([text.includes("b"), text.includes("c"), text.includes("d")], [false, true, true]);
});

test("a name stands for one emoji", () => {
  assert.equal(isNameOfCode("thumbs_up", "1f44d"), true);
  assert.equal(isNameOfCode("working_on_it", "1f6e0"), true);
  assert.equal(isNameOfCode("smile", "1f44d"), false);
});

test("names mean what clients and other programs mean by them", () => {
  const meant = {
    ...{ smile: "1f604", slight_smile: "1f642", big_smile: "1f604", smiley: "1f603", grinning: "1f600" },
    ...{ stuck_out_tongue: "1f61b", stuck_out_tongue_closed_eyes: "1f61d", mischievous: "1f61b" },
    ...{ flag_canada: "1f1e8-1f1e6", canada: "1f1e8-1f1e6", "flag-ca": "1f1e8-1f1e6", flag_de: "1f1e9-1f1ea" },
    ...{ green_circle: "1f7e2", large_green_circle: "1f7e2", o: "1f17e", circle: "2b55" },
    ...{
      kiss: "1f48f",
      kiss_mark: "1f48b",
      beetle: "1fab2",
      receipt: "1f9fe",
      cricket: "1f997",
      scientist: "1f9d1-200d-1f52c",
    },
    ...{
      dollar_banknote: "1f4b5",
      euro_banknote: "1f4b6",
      congratulations: "3297",
      tada: "1f389",
      party_popper: "1f389",
    },
    ...{ sunglasses: "1f60e", whale: "1f433", thumbs_up: "1f44d", "+1": "1f44d", working_on_it: "1f6e0" },
  };
  assert.deepEqual(Object.fromEntries(Object.keys(meant).map((name) => [name, unicodeEmoji(name)])), meant);
});

test("descriptions mention no users and link no channels", () => {
  assert.equal(renderMarkdown("@**all** #**general** *x* :smile:").includes('<span class="user-mention'), false);
  assert.equal(renderMarkdown(""), "");
});

test("text that needs no rule is rendered as by all rules", () => {
  const pieces = ["a", "1", "é", "a.com", "http", "smile", " ", "  ", ".", ". ", "..", ":", ": ", "://", "1.", "www."];
  pieces.push("-", "- ", "(", ")", "/", "'", '"', "’", ",", "!", "…", "$", "$$");
  const shortcut = { ...context, model: { ...context.model, linkifiers: [] } };
  for (const first of pieces) {
    for (const second of pieces) {
      for (const third of pieces) {
        const source = first + second + third;
        // Its model has a linkifier, so that all rules apply.
        assert.deepEqual(renderMessage(source, shortcut), renderMessage(source, context), source);
      }
    }
  }
});

test("a linkifier that ends next to something rendered leaves it whole", () => {
  for (const [pattern, template, source] of [
    ["/docs/(?P<p>.+?)", "https://e.com/{p}", "/docs/`x`"],
    ["id:(?P<p>[^ ]{4})", "{+p}", "id:abc`x`"],
    ["bug\\W?(?P<p>\\d+)?", "https://e.com/{p}", "bug`x`"],
    ["(?P<p>.\\d+)", "https://e.com/{p}", "`x`12 𐀀12"],
  ] as const) {
    const model = { ...context.model, linkifiers: [linkifier(1, pattern, template)] };
    const { html } = renderMessage(source, { ...context, model });
    assert.ok(html.includes("<code>x</code>") && html.isWellFormed(), JSON.stringify(html));
  }
});

test("characters of two units stay whole beside addresses and everything that is rendered apart", () => {
  // The first unit of U+10000 to U+103FF is also that of the marks in stash.ts.
  for (const character of ["𐀀", "𐏿", "𠮷", "𝒳", "😄"]) {
    assert.equal(renderMarkdown(`\`a${character}\` x`), `<p><code>a${character}</code> x</p>`);
    assert.equal(
      renderMarkdown(`${character}\`x\``).replace(/<span[^>]*>:\w+:<\/span>/, "😄"),
      `<p>${character}<code>x</code></p>`,
    );
    assert.match(renderMarkdown(`**b${character}** "`), /^<p><strong>b.*<\/strong> "<\/p>$/u);
    const sound = renderMarkdown(`![${character}](http://e.com/a.mp3) " onfocus=x`);
    assert.ok(sound.endsWith(`title="${character}"></audio> " onfocus=x</p>`), sound);
    const link = '<a href="http://e.com">http://e.com</a>';
    assert.ok(renderMarkdown(`http://e.com ${character}野`).startsWith(`<p>${link} `));
    assert.ok(renderMarkdown(`${character} http://e.com`).endsWith(` ${link}</p>`));
    const path = `http://e.com/${character}/x`;
    assert.equal(renderMarkdown(path), `<p><a href="${path}">${path}</a></p>`);
    assert.equal(renderMarkdown(`[y](${path})`), `<p><a href="${path}">y</a></p>`);
    assert.match(renderMarkdown(`$$x \\text{${character}}$$`), /<span class="katex">/);
  }
});
