import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type * as postalMime from "postal-mime";
import { OWN_HEADER } from "#outbound/mail-server.ts";
import { ownWords } from "./text/own-words.ts";
import { textOfHtml } from "./text/html-text.ts";

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A mail as far as it matters for a message. All texts are without control characters. */
export interface ParsedMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Without quoted mails and signature. */
  readonly text: string;
  readonly files: readonly MailFile[];
  /** How many files are left out. */
  readonly filesLeftOut: number;
  /** The same for every copy of this mail. */
  readonly identity: string;
  /** Written by a program: "reply" to another mail, or "other", such as a report or a mail of a list. */
  readonly automatic: "reply" | "other" | undefined;
  /** Whether this or another Parley has sent it as a notification, or it has been on its way for too long. */
  readonly isLoop: boolean;
}

export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_PARTS = 500;
/** The largest mail with an attachment has 350,000. */
const MAX_LINES = 400_000;
const NEW_LINE = 10;
const MAX_NESTED = 20;
export const MAX_FILES = 20;
const MAX_RECEIVED = 50;
const MAX_LINE_LENGTH = 998 * 4;
/** More than a message may have, which it is cut to. */
const MAX_TEXT_LENGTH = 100_000;

export class UnreadableMail extends Error {}

const load = createRequire(import.meta.url);

/** Reads a mail that anybody may have sent. Fails with `UnreadableMail`. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  checkShape(raw);
  // Loaded with the first mail, because most servers take none.
  const { default: PostalMime } = load("postal-mime") as typeof postalMime;
  let email: postalMime.Email;
  try {
    email = await PostalMime.parse(raw, {
      maxNestingDepth: MAX_NESTED,
      maxHeadersSize: MAX_HEADER_BYTES,
      forceRfc822Attachments: true,
    });
  } catch (error) {
    throw new UnreadableMail((error as Error).message);
  }
  const files = email.attachments.filter(
    ({ related, disposition }) => related !== true || disposition === "attachment",
  );
  const text = (email.text ?? "").trim() === "" ? textOfHtml(email.html ?? "") : (email.text ?? "");
  const header = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? "";
  const received = email.headers.filter(({ key }) => key === "received").length;
  return {
    from: { name: oneLine(email.from?.name ?? ""), address: oneLine(email.from?.address ?? "").toLowerCase() },
    subject: oneLine(email.subject ?? ""),
    text: ownWords(printable(text)).slice(0, MAX_TEXT_LENGTH),
    files: files.slice(0, MAX_FILES).map(asFile),
    filesLeftOut: Math.max(0, files.length - MAX_FILES),
    identity: identityOf(email, text),
    automatic: automaticKind(header),
    isLoop: email.headers.some(({ key }) => key === OWN_HEADER.toLowerCase()) || received > MAX_RECEIVED,
  };
}

/** Refuses what would take long to parse: parts are separated by lines that begin with two hyphens. */
function checkShape(raw: Buffer): void {
  let lines = 0;
  for (const byte of raw) if (byte === NEW_LINE) lines += 1;
  if (lines > MAX_LINES) throw new UnreadableMail("The mail has too many lines.");
  let parts = 0;
  for (let at = raw.indexOf("\n--"); at !== -1; at = raw.indexOf("\n--", at + 3)) {
    if ((parts += 1) > MAX_PARTS) throw new UnreadableMail("The mail has too many parts.");
  }
  const blank = raw.indexOf("\r\n\r\n");
  if (blank > MAX_HEADER_BYTES) throw new UnreadableMail("The header of the mail is too long.");
}

const asFile = ({ filename, mimeType, content }: postalMime.Attachment): MailFile => ({
  name: oneLine(filename ?? "") || (mimeType === "message/rfc822" ? "mail.eml" : "attachment"),
  type: mimeType,
  bytes: Buffer.from(content as ArrayBuffer),
});

/** By RFC 3834, and what programs wrote before it. */
function automaticKind(header: (name: string) => string): ParsedMail["automatic"] {
  const submitted = header("auto-submitted");
  const isReply =
    submitted.startsWith("auto-replied") || header("x-autoreply") !== "" || header("precedence") === "auto_reply";
  const isReport = header("content-type").startsWith("multipart/report");
  if (isReply || isReport) return "reply";
  const isOther = submitted !== "" && submitted !== "no";
  return isOther || ["bulk", "junk", "list"].includes(header("precedence")) || header("list-id") !== ""
    ? "other"
    : undefined;
}

function identityOf({ messageId, date, subject, from }: postalMime.Email, text: string): string {
  const known = messageId === undefined || messageId.trim() === "" ? [date, subject, from?.address, text] : [messageId];
  return createHash("sha256").update(JSON.stringify(known)).digest("base64url");
}

/** NUL cannot be stored; the others show as nothing, or turn the direction of the text. */
const printable = (text: string): string =>
  text.toWellFormed().replace(/[^\P{Cc}\r\n\t]|\p{Bidi_Control}|\p{Noncharacter_Code_Point}/gu, "");

const oneLine = (text: string): string => printable(text.slice(0, MAX_LINE_LENGTH)).replace(/\s+/g, " ").trim();
