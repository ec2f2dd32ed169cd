import { Readable } from "node:stream";
import { pageCaller, type PageRequest } from "#api/pages/page-user.ts";
import type { PageResponse, RequestHead } from "#http/exchange.ts";
import { readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { User } from "#engine/model/records.ts";
import { buttonLink, documentResponse, paragraph, shownOrganization } from "#domains/records/pages/layout.ts";
import { textsFor } from "#domains/records/pages/texts.ts";
import { unixSeconds } from "#platform/clock.ts";
import { uploadFor } from "../access.ts";
import { cachedFor, FILE_HEADERS, headersOf, rangeIn } from "./headers.ts";
import { THUMBNAIL_TYPE } from "../pictures/picture.ts";
import { readThumbnail, type Upload } from "../queries.ts";
import { CHUNK } from "../storage/chunks.ts";
import { sourceOf } from "../storage/of-realm.ts";
import { MissingContent, readBytes } from "../storage/read.ts";
import { checkedPass } from "./temporary.ts";

const FORMAT = /^\d{1,5}x\d{1,5}(-anim)?\.webp$/;

/** Serves the paths below `/user_uploads/` to users who may open the file at this moment. */
export async function serveUpload(
  site: Site,
  realm: RealmRuntime,
  rest: string,
  request: PageRequest,
): Promise<PageResponse> {
  const { head } = request;
  const [kind = ""] = rest.split("/", 1);
  const afterKind = rest.slice(kind.length + 1);
  const now = unixSeconds(new Date(site.clock.now()));
  if (kind === "temporary") {
    const [token = "", ...name] = afterKind.split("/");
    const { userId, path } = checkedPass(site.keys, realm.id, token, name.join("/"), now);
    const reader = userRecord(realm.model, userId);
    if (reader === undefined || !reader.isActive || realm.model.realm.deactivated)
      return refusal(realm, head, "forbidden");
    // The address opens it without a login, for a minute: a cache would for longer.
    return found(realm, head, reader, path, (upload) =>
      whole(realm, upload, head, { isDownload: false, mayKeep: false }),
    );
  }
  const { user: reader, mayKeep } = await pageCaller(site, realm, request);
  if (kind === "thumbnail") {
    const slash = afterKind.lastIndexOf("/");
    const format = afterKind.slice(slash + 1);
    return found(realm, head, reader, afterKind.slice(0, Math.max(slash, 0)), (upload) =>
      thumbnail(realm, upload, format, head, mayKeep),
    );
  }
  const isDownload = kind === "download";
  return found(realm, head, reader, isDownload ? afterKind : rest, (upload) =>
    whole(realm, upload, head, { isDownload, mayKeep }),
  );
}

async function found(
  realm: RealmRuntime,
  head: RequestHead,
  reader: User,
  path: string,
  show: (upload: Upload) => PageResponse | Promise<PageResponse>,
): Promise<PageResponse> {
  const upload = await uploadFor(realm, reader, path);
  if (upload === "absent" || upload === "forbidden") return refusal(realm, head, upload);
  try {
    return await show(upload);
  } catch (error) {
    if (error instanceof MissingContent) return refusal(realm, head, "absent");
    throw error;
  }
}

interface ServeOptions {
  readonly isDownload: boolean;
  readonly mayKeep: boolean;
}

async function whole(
  realm: RealmRuntime,
  upload: Upload,
  head: RequestHead,
  { isDownload, mayKeep }: ServeOptions,
): Promise<PageResponse> {
  const tag = `"${upload.file}"`;
  const headers = { ...headersOf(upload, isDownload), ...cachedFor({ mayKeep }), etag: tag };
  if (head.headers["if-none-match"] === tag) return { status: 304, headers, body: "" };
  const { range, "if-range": condition = tag } = head.headers;
  const part = rangeIn(condition === tag ? range : undefined, upload.size);
  if (part === "none") {
    return { status: 416, headers: { ...headers, "content-range": `bytes */${upload.size}` }, body: "" };
  }
  const { start, end } = part === "all" ? { start: 0, end: upload.size } : part;
  const bytes = await begun(readBytes(sourceOf(realm), realm.id, upload.file, start, end));
  const length = { "content-length": String(end - start) };
  const place = part === "all" ? {} : { "content-range": `bytes ${start}-${end - 1}/${upload.size}` };
  return {
    status: part === "all" ? 200 : 206,
    headers: { ...headers, ...length, ...place },
    body: Readable.from(bytes, { objectMode: false, highWaterMark: CHUNK }),
  };
}

/** The same bytes, of which the first are there: until then the response can still be a refusal. */
async function begun(bytes: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await bytes.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* bytes;
  })();
}

async function thumbnail(
  realm: RealmRuntime,
  upload: Upload,
  format: string,
  head: RequestHead,
  mayKeep: boolean,
): Promise<PageResponse> {
  if (!FORMAT.test(format)) return refusal(realm, head, "absent");
  const tag = `"${upload.file}-${format}"`;
  const headers = { ...FILE_HEADERS, ...cachedFor({ mayKeep }), etag: tag, "content-type": THUMBNAIL_TYPE };
  if (head.headers["if-none-match"] === tag) return { status: 304, headers, body: "" };
  const data = await readThumbnail(readPool(realm), realm.id, upload.id, format);
  if (data === undefined) return refusal(realm, head, "absent");
  return { status: 200, headers, body: [data] };
}

/** Pages in HTML, because they are opened by people who follow a link in a message. */
function refusal({ model }: RealmRuntime, head: RequestHead, why: "absent" | "forbidden"): PageResponse {
  const texts = textsFor(head);
  const { t } = texts;
  const { name } = model.realm;
  const sentence =
    why === "absent" ? t("This file does not exist or has been deleted.") : t("You may not see this file.");
  return documentResponse({
    organization: shownOrganization(model),
    texts,
    title: why === "absent" ? t("File not found") : t("No access"),
    body: `${paragraph(sentence)}\n${buttonLink(t("Open {organization}", { organization: name }), "/")}`,
    status: why === "absent" ? 404 : 403,
  });
}
