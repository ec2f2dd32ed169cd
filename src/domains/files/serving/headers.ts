import { isShown, typeHeader } from "./content-type.ts";
import type { Upload } from "../queries.ts";

/** With this policy no file can run scripts or load anything when it is opened from the server's origin. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** Browsers show no PDF with `sandbox`, but their viewers have a sandbox of their own. */
const PDF_POLICY = "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'";

export const FILE_HEADERS = { "content-security-policy": POLICY, "x-content-type-options": "nosniff" } as const;

/**
 * A browser may keep the bytes, and asks each time whether it may show them: the session may have ended, the reader may have
 * lost access, or somebody else may sit there. One whose session ends with it keeps nothing.
 */
export const cachedFor = ({ mayKeep }: { readonly mayKeep: boolean }) => ({
  "cache-control": mayKeep ? "private, no-cache" : "private, no-cache, no-store",
  vary: "Authorization, Cookie",
});

/** The headers of a file. The type is the stored one, and browsers must not guess another. */
export function headersOf(upload: Upload, isDownload: boolean): Record<string, string> {
  const isInline = !isDownload && !upload.holdsScript && isShown(upload.contentType);
  return {
    ...FILE_HEADERS,
    ...(isInline && upload.contentType === "application/pdf" && { "content-security-policy": PDF_POLICY }),
    "content-type": typeHeader(upload.contentType),
    "content-disposition": disposition(upload.name, isInline ? "inline" : "attachment"),
    "accept-ranges": "bytes",
    // What is not shown is embedded nowhere: neither by other origins, nor by whom a key in the address was given to.
    ...(!isInline && { "cross-origin-resource-policy": "same-origin" }),
  };
}

/** By RFC 6266: the name in ASCII, and the full name if it has other characters. */
export function disposition(name: string, kind: "inline" | "attachment"): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return ascii === name
    ? `${kind}; filename="${name}"`
    : `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}

/** By RFC 8187, which requires more characters to be encoded than `encodeURIComponent` encodes. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The bytes [start, end) of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The part of a file that a client asks for; "none" if it does not exist. An invalid header means the whole file. */
export function rangeIn(header: string | undefined, size: number): ByteRange | "all" | "none" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return "all";
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return "all";
  return start < end ? { start, end } : "none";
}
