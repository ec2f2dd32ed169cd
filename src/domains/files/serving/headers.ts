import { isShown, typeHeader } from "./content-type.ts";
import type { Upload } from "../queries.ts";

/** Whatever a file holds, it can run nothing and reach nothing when it is opened from our origin. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** Browsers show no PDF in a sandbox, but have one of their own for them. */
const PDF_POLICY = "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'";

export const COMMON_HEADERS = { "content-security-policy": POLICY, "x-content-type-options": "nosniff" } as const;

/** What goes with the bytes of a file. The type is what was stored: nobody guesses another from the bytes or the name. */
export function headersOf(upload: Upload, isDownload: boolean): Record<string, string> {
  const isInline = !isDownload && !upload.holdsScript && isShown(upload.contentType);
  return {
    ...COMMON_HEADERS,
    ...(isInline && upload.contentType === "application/pdf" && { "content-security-policy": PDF_POLICY }),
    "content-type": typeHeader(upload.contentType),
    "content-disposition": disposition(upload.name, isInline ? "inline" : "attachment"),
    "accept-ranges": "bytes",
  };
}

/** By RFC 6266: the name in letters that every program reads, and, where it has others, again as it is. */
export function disposition(name: string, kind: "inline" | "attachment"): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return plain === name
    ? `${kind}; filename="${name}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** By RFC 8187, which leaves fewer characters as they are than the language does. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The bytes [start, end) of a file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part of a file that a client asks for; "none" where there is no such part. What is not understood asks for all. */
export function rangeIn(header: string | undefined, size: number): Range | "all" | "none" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return "all";
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return "all";
  return start < end ? { start, end } : "none";
}
