import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseMail, UnreadableMail } from "./parse.ts";
import { parseMailApart } from "./parse-apart.ts";
import { useQuickBlobs } from "./quick-blob.ts";

const HEAD = "From: o@example.com\r\nSubject: x\r\n";
const HTML = `${HEAD}Content-Type: text/html\r\n\r\n`;
const MIXED = `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n`;
const FLOWED = `${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n`;
const encoded = (coding: string) => `${HEAD}Content-Transfer-Encoding: ${coding}\r\n\r\n`;

/** What a mail begins with, and what it repeats. */
const SHAPES: readonly (readonly [start: string, piece: string])[] = [
  ...[
    "<b> ",
    "\n",
    "<br>",
    "<p>",
    "<a href=https://e.com> </a>",
    "<a href=https://e.com>x",
    "<",
    "<!--",
    "<!-- -->",
    "&amp;",
    "&",
    " ",
  ].map((piece) => [HTML, piece] as const),
  ...[
    "<script></script>",
    "<script>",
    "<li>",
    `<div ${'class="'.repeat(250)}>`,
    `<a ${"href ".repeat(390)}>`,
    "</",
    "\t<i>\n",
  ].map((piece) => [HTML, piece] as const),
  ...[
    "\r\n",
    "\n",
    " ",
    " \n",
    ">\n",
    "> ",
    "-",
    "- \n",
    "_",
    "word ",
    "a",
    "From: x\n",
    "on x:\n",
    "\r",
    "\u00a0\n",
  ].map((piece) => [`${HEAD}\r\n`, piece] as const),
  ...["a \r\n", " \r\n", " ", "-- \r\n"].map((piece) => [FLOWED, piece] as const),
  ...["=41", "=\r\n", "=", "= \r\n"].map((piece) => [encoded("quoted-printable"), piece] as const),
  ...["Q\r\n", "QUFB", "=", "Q=\r\n"].map((piece) => [encoded("base64"), piece] as const),
  [MIXED, `--x\r\nContent-Type: text/html\r\n\r\n${"<b> ".repeat(1000)}\r\n`],
  [`${MIXED}--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x\r\nContent-Type: text/html\r\n\r\n`, "<b> \n"],
];
/** In a header, which is shorter. */
const HEADER_SHAPES: readonly (readonly [start: string, piece: string])[] = [
  ["From: ", "("],
  ["From: ", "<"],
  ["From: ", '"'],
  ["From: ", "a:"],
  ["From: ", "a@b.c, "],
  ["Subject: ", "=?utf-8?q?=41?= "],
  ["Subject: a", "\r\n "],
  ["Subject: ", " "],
  ["Content-Type: text/plain; ", "a*0=b;"],
  ['Content-Type: text/plain; a="', "\\"],
  ["Content-Type: text/plain", "(("],
  ["X: y\r\n", "X: y\r\n"],
];
const [LENGTH, HEADER_LENGTH] = [300_000, 150_000];
/** Twice the mail may take twice the time. Quadratic work would take four times as long. */
const MAX_GROWTH = 3.2;
/** What takes less at its full length need not be compared. */
const NOTABLE_MS = 60;
const ATTEMPTS = 4;

/** The CPU time of this thread, however busy the machine is with other work. */
async function cost(raw: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  await parseMail(raw).catch((error: unknown) => assert.ok(error instanceof UnreadableMail, String(error)));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function complaint([start, piece]: readonly [string, string], length: number): Promise<string | undefined> {
  const mail = (size: number) => Buffer.from(start + piece.repeat(Math.ceil(size / piece.length)), "latin1");
  const least = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    least.half = Math.min(least.half, await cost(mail(length / 2)));
    // What is quadratic is not tried at its full length again and again.
    if (least.half > 10 * NOTABLE_MS) break;
    least.whole = Math.min(least.whole, await cost(mail(length)));
    if (least.whole < NOTABLE_MS || least.whole / least.half < MAX_GROWTH) return undefined;
  }
  return `${JSON.stringify(start.slice(-30) + piece.slice(0, 30))}: ${least.half} ms, then ${least.whole} ms`;
}

suite("parsing a mail", () => {
  test("takes twice the time for twice the mail, whatever it repeats", async (t) => {
    const { Blob } = globalThis;
    t.after(() => (globalThis.Blob = Blob));
    useQuickBlobs();
    const complaints = [];
    for (const shape of SHAPES) complaints.push(await complaint(shape, LENGTH));
    for (const shape of HEADER_SHAPES) complaints.push(await complaint(shape, HEADER_LENGTH));
    assert.deepEqual(
      complaints.filter((complaint) => complaint !== undefined),
      [],
    );
  });

  test("a mail that takes long holds up those to its own address, and no others", async () => {
    const order: string[] = [];
    const parse = async (name: string, address: string, text: string) => {
      await parseMailApart(Buffer.from(text), address);
      order.push(name);
    };
    const slow = `${HTML}${"<b> \r\n".repeat(350_000)}`;
    await Promise.all([
      parse("the slow one", "a", slow),
      parse("to the same address", "a", `${HEAD}\r\nhi`),
      parse("to another one", "b", `${HEAD}\r\nhi`),
    ]);
    assert.deepEqual(order, ["to another one", "the slow one", "to the same address"]);
  });
});
