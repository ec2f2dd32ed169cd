import { MAX_MAIL_BYTES } from "#domains/integrations/mail/parse.ts";
import { bytesAtMost, type HeavyCase } from "./heavy-case.ts";
import { eachInForms, type Shape, someShapes, WORST_SHAPES } from "./shapes.ts";

const MAX_HEADER = 200_000;
/** Nearly as much as a mail may have. */
const MAX_BYTES = MAX_MAIL_BYTES - 1_000_000;

/** A header of a mail: its lines are as long as mail servers take, and the next one goes on. */
const folded = (bytes: Buffer): string =>
  (
    bytes
      .toString()
      .replace(/[\r\n\0]/g, " ")
      .match(/.{1,900}/gsu) ?? []
  ).join("\r\n ");

const HEADERS = [
  "Subject",
  "From",
  "To",
  "Message-ID",
  "Content-Type",
  "Content-Transfer-Encoding",
  "Date",
  "References",
  "List-ID",
];
const TYPES = ["text/plain", "text/html", "message/rfc822", "application/octet-stream", "text/calendar"];
const [SMALL_BYTES, LARGE_BYTES] = [30_000, 2_000_000];
const BASE = "From: Ophelia <o@example.com>\r\nSubject: words\r\n";

/**
 * Mails in which each part is as large as it may be, of so many shapes. They are parsed in other threads, one after another,
 * for up to ten seconds: not every header and type is tried of every shape, and the longest mail only of the worst ones.
 */
export function* mailCases(shapes: number): Generator<HeavyCase> {
  let turn = 0;
  for (const { shape, form } of eachInForms(someShapes(shapes, (turn += 1)), HEADERS))
    yield mailCase(`${form} of ${JSON.stringify(shape.name)}`, () =>
      withHeader(form, folded(bytesAtMost(MAX_HEADER, shape.text))),
    );
  for (const most of [SMALL_BYTES, LARGE_BYTES]) {
    for (const { shape, form } of eachInForms(someShapes(shapes, (turn += 1)), TYPES))
      yield bodyCase(form, shape, most);
  }
  for (const [what, mail] of Object.entries(COMMANDS))
    yield { ...mailCase(what, mail), request: () => ({ mail: mail(), isWhole: true }) };
  // The longest come last: what has not come closer than those before is tried once.
  for (const [what, mail] of Object.entries(COUNTS)) yield mailCase(what, mail);
  for (const { shape, form } of eachInForms(WORST_SHAPES, TYPES)) yield bodyCase(form, shape, MAX_BYTES);
}

const bodyCase = (type: string, shape: Shape, most: number): HeavyCase =>
  mailCase(`${most} bytes of ${type} of ${JSON.stringify(shape.name)}`, () => withBody(type, shape, most));

const mailCase = (what: string, mail: () => Buffer): HeavyCase => ({
  of: "mail",
  what,
  caller: "nobody",
  request: (number) => ({ mail: Buffer.concat([Buffer.from(`X-Number: ${number}\r\n`), mail()]) }),
});

const withHeader = (name: string, value: string): Buffer =>
  Buffer.from(`${name}: ${value}\r\n${BASE.replace(new RegExp(`^${name}: .*\\r\\n`, "m"), "")}\r\nwords\r\n`);

const withBody = (type: string, shape: Shape, most: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${BASE}Content-Type: ${type}; charset=utf-8\r\n\r\n`),
    bytesAtMost(most, shape.text),
    Buffer.from("\r\n"),
  ]);

const parts = (count: number, type: string): string =>
  `${`--x\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${"a".repeat(200)}"\r\n\r\nwords\r\n`.repeat(count)}--x--\r\n`;
const multipart = (count: number, type: string) => () =>
  Buffer.from(`${BASE}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts(count, type)}`);

function nestedParts(depth: number): Buffer {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return Buffer.from(`${BASE}MIME-Version: 1.0\r\n${open.join("")}\r\nwords\r\n`);
}

const COUNTS: Readonly<Record<string, () => Buffer>> = {
  "many headers": () => Buffer.from(`${"X-A: b\r\n".repeat(25_000)}${BASE}\r\nwords\r\n`),
  "many received headers": () => Buffer.from(`${"Received: from a\r\n".repeat(10_000)}${BASE}\r\nwords\r\n`),
  "400 files": multipart(400, "text/plain"),
  "400 pages": multipart(400, "text/html"),
  "400 mails": multipart(400, "message/rfc822"),
  "nested parts": () => nestedParts(300),
  "lines of nothing": () => Buffer.from(`${BASE}\r\n${"\r\n".repeat(390_000)}`),
  "more lines of nothing": () => Buffer.from(`${BASE}\r\n${"\r\n".repeat(MAX_BYTES / 2)}`),
  "lines of dots": () => Buffer.from(`${BASE}\r\n${"..\r\n".repeat(MAX_BYTES / 4)}`),
  "one line": () => Buffer.from(`${BASE}\r\n${"a".repeat(MAX_BYTES)}\r\n`),
  "one line of bare returns": () => Buffer.from(`${BASE}\r\n${"\r".repeat(MAX_BYTES)}\r\n`),
  base64: () =>
    Buffer.from(`${BASE}Content-Transfer-Encoding: base64\r\n\r\n${`${"QUFB".repeat(19)}\r\n`.repeat(MAX_BYTES / 78)}`),
  "quoted-printable": () =>
    Buffer.from(
      `${BASE}Content-Transfer-Encoding: quoted-printable\r\n\r\n${`${"=41".repeat(25)}=\r\n`.repeat(MAX_BYTES / 78)}`,
    ),
  quotes: () => Buffer.from(`${BASE}\r\n${"> words\r\n".repeat(MAX_BYTES / 9)}`),
};

/** What is said instead of a mail. */
const COMMANDS: Readonly<Record<string, () => Buffer>> = {
  "a command without an end": () => Buffer.from("MAIL FROM:<".padEnd(8_000_000, "a")),
  "an address of many letters": () => Buffer.from(`MAIL FROM:<${"a".repeat(1_000_000)}@example.com>\r\n`),
  "many parameters": () => Buffer.from(`MAIL FROM:<a@example.com>${" A=B".repeat(250_000)}\r\n`),
  "many commands": () => Buffer.from("RSET\r\n".repeat(20_000)),
  "many unknown commands": () => Buffer.from("XYZZ\r\n".repeat(20_000)),
};
