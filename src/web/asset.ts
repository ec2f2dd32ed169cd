/** A file of the browser client. Its name changes with its content, so that browsers may keep it for ever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

/** The browser client, ready to be served. */
export interface WebClient {
  /** The HTML of the one page. */
  readonly page: string;
  readonly assets: readonly Asset[];
}

/** Where the assets are served. */
export const ASSETS_PATH = "/static/web";

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  map: "application/json",
  json: "application/json",
  webmanifest: "application/manifest+json",
};

export function assetOf(name: string, body: Buffer): Asset {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
  if (type === undefined) throw new Error(`no content type is known for ${name}`);
  return { name, type, body };
}
