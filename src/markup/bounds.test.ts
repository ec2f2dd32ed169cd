import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { renderMessage } from "./render.ts";
import { linkifier, SENDER, testModel } from "./test-support.ts";

const MAX_LENGTH = 10_000;
/** Twice the text may take twice the time. Quadratic work would give 4 and more. */
const MAX_GROWTH = 3.2;
/** A longest message that takes less time than this need not scale: there is no longer one. */
const NOTABLE_MS = 12;
const SLOWEST_MS = 1000;
const ATTEMPTS = 8;
/** The CPU clock of a thread ticks every few milliseconds: with fewer rounds the ticks would be measured. */
const TURNS = 4;

const model = testModel();
model.linkifiers = [
  linkifier(1, "#(?P<id>[0-9]{2,8})", "https://trac.example.com/{id}"),
  linkifier(2, "(?P<a>(?:a+)+)b", "https://e.com/{a}"),
  linkifier(3, "(?P<x>.*.*.*)=", "https://e.com/{x}"),
];
const context = { model, sender: SENDER, translateEmoticons: true };

/** The CPU time of this thread, however busy the machine is with other work. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function cost(source: string, turns = 1): number {
  const before = worked();
  for (let turn = 0; turn < turns; turn += 1) renderMessage(source, context);
  return (worked() - before) / turns;
}

function complaint(piece: string): string | undefined {
  const text = piece.repeat(Math.ceil(MAX_LENGTH / piece.length)).slice(0, MAX_LENGTH);
  let wrong: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (cost(text) < NOTABLE_MS) return undefined;
    const [half, whole] = [cost(text.slice(0, MAX_LENGTH / 2), TURNS), cost(text, TURNS)];
    if (whole < SLOWEST_MS && whole / half < MAX_GROWTH) return undefined;
    wrong = `${JSON.stringify(piece)} took ${half.toFixed(1)} ms, then ${whole.toFixed(1)} ms`;
  }
  return wrong;
}

const PIECES = [
  "> ",
  ">",
  "> > * ",
  "* ",
  "  * ",
  "* a\n",
  "* a\n\n",
  "1. ",
  "1. a\n  ",
  "- [ ] ",
  "*",
  "**",
  "***",
  "*a",
  "**a",
  "*a_",
  "**a*",
  "* *",
  "~~",
  "~~a",
  "~",
  "~~a~",
  "`",
  "``",
  "`a``",
  "```",
  "```\n",
  "```quote\n",
  "```spoiler a\n",
  "```quote\n```py\n",
  "~~~\n",
  "~~~quote\n>",
  "[",
  "[]",
  "[a](",
  "[a]([a](",
  "[a](b ",
  "](",
  "![",
  "![a](",
  "[[a]](b)",
  "[a](https://e.com/(",
  "((((",
  "|",
  "|a",
  "a|b\n-|-\n",
  "|-",
  "a|`b|\n-|-\n",
  "`|`|",
  "@**",
  "@**Hamlet**",
  "@**Hamlet** ",
  "@**a",
  "@*a",
  "@*support* ",
  "@_**|12** ",
  "@**Hamlet|",
  "#**",
  "#**general** ",
  "#**general>",
  "#**general>a@1** ",
  "#**a",
  "#12 ",
  "#12",
  "#12,",
  "a=",
  "aaaa b",
  ":",
  "::",
  ":a",
  ":smile:",
  ":smile",
  "😄",
  "❤️",
  "👩‍👩‍👧‍👦",
  "🇩🇪",
  "1️⃣",
  ":) ",
  "<3 ",
  "<",
  "<time:",
  "<time:1> ",
  "<time:1",
  "&",
  "&amp;",
  "&a",
  "&#",
  "\\",
  "\n",
  "\n\n",
  " ",
  " a",
  "\t",
  "    a\n",
  "https://e.com ",
  "https://e.com/a.png ",
  "http://",
  "http://:",
  "e.com ",
  "e.com",
  "e.com:",
  "a.",
  "a@b.com ",
  "a@",
  "a.b,",
  "'a.com",
  "(e.com",
  "https://e.com/(",
  "https://e.com/)",
  "https://e.com/a_(b),",
  "# ",
  "#",
  "# a #",
  "---\n",
  "- ",
  "-",
  "***\n",
  "_ ",
  "=\n",
  "a\n> b\n",
  "> a\nb\n",
  "# a\n* b\n> c\n",
  "$$",
  "$$a",
  "$$a$$ ",
  "$$\\$",
  "```math\na\n\n",
  "```math\n\\frac{",
  "{",
  "\u0000",
  "\ud800",
  "\ufffd",
  "a\u0301",
  "a",
] as const;

const withLinkifiers = (patterns: readonly string[]) => {
  const organization = testModel();
  organization.linkifiers = patterns.map((pattern, at) => linkifier(at + 1, pattern, "https://e.com/{x}"));
  return { model: organization, sender: SENDER, translateEmoticons: true };
};

/** The least CPU time of several times. */
function leastCost(source: string, within: Parameters<typeof renderMessage>[1]): number {
  const times = Array.from({ length: ATTEMPTS }, () => {
    const before = worked();
    renderMessage(source, within);
    return worked() - before;
  });
  return Math.min(...times);
}

suite("the cost of rendering", () => {
  test("linkifiers have a limited time for a message, however many and heavy they are", () => {
    const text = "a ".repeat(MAX_LENGTH / 2);
    // Each match is looked for to the end of the text.
    const quadratic = (count: number) => Array.from({ length: count }, (_, at) => `(?P<x>a(?:.*x{${at + 1}})?)`);
    const heavy = (count: number) => Array.from({ length: count }, (_, at) => `(?P<x>(?:a? ?){${at + 20}}x)`);
    for (const patterns of [quadratic, heavy]) {
      const [few, many] = [
        leastCost(text, withLinkifiers(patterns(10))),
        leastCost(text, withLinkifiers(patterns(50))),
      ];
      assert.ok(many < 3 * few + NOTABLE_MS, `10 linkifiers took ${few} ms, 50 took ${many} ms`);
    }
    const { html } = renderMessage("#12 and #13", withLinkifiers(["#(?P<x>[0-9]+)"]));
    assert.equal(html.match(/<a /g)?.length, 2);
  });

  test("a block of code with many empty lines between two others takes time in proportion to them", () => {
    const code = (lines: number) => `\`\`\`\nx${"\n".repeat(lines)}x\n\`\`\``;
    const [half, whole] = [leastCost(code(MAX_LENGTH / 2), context), leastCost(code(MAX_LENGTH - 20), context)];
    assert.ok(whole < NOTABLE_MS || whole / half < MAX_GROWTH, `${half} ms, then ${whole} ms`);
  });

  test("highlighting code of any language is bounded, or the code is not highlighted", () => {
    const slow: string[] = [];
    for (const language of ["c", "csharp", "ini", "java", "qml", "scss", "typescript", "x86asm", "yaml"]) {
      for (const piece of ["a", "$", "a ", "a\n", "\n", " ", "(", "a(", "-", "<a ", '"', "1e", "1.", "if ", "def a"]) {
        // Several blocks, each with the longest text and the longest lines that are highlighted.
        const line = piece.repeat(Math.ceil(1400 / piece.length)).slice(0, 1400);
        const code = `${line}\n`.repeat(2).slice(0, 1950);
        const source = `\`\`\`${language}\n${code}\n\`\`\`\n`.repeat(3);
        let took = cost(source);
        // Again, because the first time may have compiled code or collected garbage.
        if (took > SLOWEST_MS) took = cost(source);
        if (took > SLOWEST_MS) slow.push(`${language} ${JSON.stringify(piece)} took ${took.toFixed(0)} ms`);
      }
    }
    assert.deepEqual(slow, []);
  });

  test("no text becomes more than a hundred times as long", () => {
    const wide = `${"|a".repeat(100)}\n${"|:-:".repeat(100)}\n`;
    const texts = PIECES.map((piece) => piece.repeat(Math.ceil(MAX_LENGTH / piece.length)));
    for (const text of [...texts, wide + "|\n".repeat(5000), wide + "|\n".repeat(15)]) {
      assert.ok(renderMessage(text.slice(0, MAX_LENGTH), context).html.length <= MAX_LENGTH * 100, text.slice(0, 20));
    }
  });

  test("CVE-2019-16215, CVE-2025-14822: twice the text takes about twice the time, whatever it repeats", () => {
    assert.deepEqual(
      PIECES.map(complaint).filter((found) => found !== undefined),
      [],
    );
  });
});
