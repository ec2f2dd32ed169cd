const UNKNOWN = "application/octet-stream";
/** The default type of a part of a multipart body. */
const UNNAMED = "text/plain";

const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: "audio/aac",
  avif: "image/avif",
  bmp: "image/bmp",
  css: "text/css",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  flac: "audio/flac",
  gif: "image/gif",
  gz: "application/gzip",
  heic: "image/heic",
  heif: "image/heif",
  htm: "text/html",
  html: "text/html",
  ics: "text/calendar",
  jpe: "image/jpeg",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  log: "text/plain",
  m4a: "audio/mp4",
  md: "text/markdown",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  odt: "application/vnd.oasis.opendocument.text",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  rtf: "application/rtf",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  txt: "text/plain",
  wav: "audio/wav",
  weba: "audio/webm",
  webm: "video/webm",
  webp: "image/webp",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  zip: "application/zip",
};

/** The form of a type that may be sent in a header. */
const FORM = /^[a-z0-9][\w!#$&^.+-]{0,62}\/[a-z0-9][\w!#$&^.+-]{0,62}$/;

/** The type of a file: from the request, or else by the extension of its name. */
export function contentTypeOf(name: string, declared: string): string {
  const type = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (FORM.test(type) && type !== UNKNOWN && type !== UNNAMED) return type;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  return known ?? (type === UNNAMED ? UNNAMED : UNKNOWN);
}

/** Types that a browser may show from the server's origin. All others could run scripts there, and are downloaded. */
const INLINE: ReadonlySet<string> = new Set([
  "application/pdf",
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/wav",
  "audio/webm",
  "image/apng",
  "image/avif",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/plain",
  "video/mp4",
  "video/webm",
]);

export const isShown = (contentType: string): boolean => INLINE.has(contentType);

/** What a browser runs, applies to a page, or opens as a document that can. */
const ACTIVE = /script|html|svg|wasm|xsl|[+/]xml\b|\/(?:x-)?css\b|^(?:multipart|message)\//;

export const isActive = (contentType: string): boolean => ACTIVE.test(contentType);

/**
 * The type by which a file is sent. Our own pages may load scripts from our own origin, and a file is at it: what could
 * be a script, a worker or a style sheet is called by another name, which browsers take at its word (`nosniff`). The
 * charset of a text is unknown. UTF-8 is nearly always right, and keeps browsers from guessing.
 */
export function typeHeader(contentType: string): string {
  if (isActive(contentType)) return contentType.startsWith("text/") ? "text/plain; charset=utf-8" : UNKNOWN;
  return contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType;
}
