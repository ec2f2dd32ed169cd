import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "#config/config.ts";
import { content, type PageRoute, page } from "#api/pages/page.ts";
import type { HttpResponse } from "#http/exchange.ts";
import { nothingHere } from "#platform/errors.ts";
import { type Asset, ASSETS_PATH, type WebClient } from "./asset.ts";
import { pageHeaders } from "./page.ts";

/** Paths that show the application; which part of it, the fragment says. */
const PAGE_PATHS = ["/", "/login", "/login/", "/share"] as const;

/** A service worker has the pages below its own address, so that it cannot be where other scripts are. */
const SERVICE_WORKER_PATH = "/service-worker.js";

const IMMUTABLE = { "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" };

/** The client as it is now: while it is being worked on, another one each time. */
export type CurrentClient = () => Promise<WebClient>;

/** The browser client's page and files. */
export function webPages(current: CurrentClient, config: Pick<Config, "gravatar">): PageRoute[] {
  const headers = pageHeaders(config);
  return [
    ...PAGE_PATHS.map((path) =>
      page(path, "none", async () => content("text/html; charset=utf-8", (await current()).page, headers)),
    ),
    page(SERVICE_WORKER_PATH, "none", async () => {
      const client = await current();
      const script = client.assets.find(({ name }) => SERVICE_WORKER.test(name));
      if (script === undefined) throw nothingHere();
      return content(script.type, [keptFiles(client), script.body], { "cache-control": "no-cache" });
    }),
    page(`${ASSETS_PATH}/{name}`, "none", async ({ head, inPath }) => {
      const asset = (await current()).assets.find(({ name }) => name === inPath["name"]);
      if (asset === undefined) throw nothingHere();
      return encoded(asset, head.headers["accept-encoding"] ?? "");
    }),
  ];
}

const SERVICE_WORKER = /^service-worker-\w+\.js$/;

/** Tells the service worker what to keep for visits without a network (web/push/kept-files.ts). */
function keptFiles({ page, assets }: WebClient): Buffer {
  const build = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const paths = assets.filter(({ name }) => !SERVICE_WORKER.test(name)).map(({ name }) => `${ASSETS_PATH}/${name}`);
  return Buffer.from(`self.parleyFiles=${JSON.stringify({ build, paths })};\n`);
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: 11 },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};
type Encoding = keyof typeof compress;

/** An asset is compressed once, when it is first asked for. */
const compressed = new WeakMap<Asset, Map<Encoding, Promise<Buffer>>>();

async function encoded(asset: Asset, accepted: string): Promise<HttpResponse> {
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (encoding === undefined) return content(asset.type, [asset.body], IMMUTABLE);
  const forms = compressed.get(asset) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(asset, forms);
  const body = forms.get(encoding) ?? compress[encoding](asset.body);
  forms.set(encoding, body);
  return content(asset.type, [await body], { ...IMMUTABLE, "content-encoding": encoding });
}
