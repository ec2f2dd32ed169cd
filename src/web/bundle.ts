import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BuildOptions, Metafile, OutputFile } from "esbuild";
import { catalogLanguages, type TextsOfLanguage, textsOfLanguage } from "#platform/catalogs/catalogs.ts";
import { type Asset, assetOf, ASSETS_PATH, type WebClient } from "./asset.ts";
import { clientPage } from "./page.ts";
import { fewParts, SOURCES } from "./parts.ts";

const ENTRIES = {
  start: "link/start.ts",
  app: "main.tsx",
  link: "link/worker.ts",
  "service-worker": "push/service-worker.ts",
  style: "style/main.css",
} as const;

/** What the bundler is asked for, in one run and while files are watched. */
export const buildOptions = (isForDevelopment: boolean): BuildOptions => ({
  entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(SOURCES, path), out })),
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2023",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: !isForDevelopment,
  sourcemap: isForDevelopment ? "inline" : false,
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  outdir: ASSETS_PATH,
  write: false,
  metafile: true,
  plugins: [fewParts],
  logLevel: "silent",
});

/** How many bundles are being made in this process: they share one process of the bundler, which the last one ends. */
let running = 0;

/** Bundles the sources in memory. Throws once `stopping` is aborted. */
export async function bundle(stopping?: AbortSignal): Promise<WebClient> {
  // An installed package serves a finished bundle and never loads the bundler.
  const { context, stop } = await import("esbuild");
  running += 1;
  try {
    const building = await context(buildOptions(false));
    const end = () => void building.cancel().catch(() => undefined);
    stopping?.addEventListener("abort", end);
    try {
      stopping?.throwIfAborted();
      const { outputFiles, metafile } = await building.rebuild();
      return clientOf(outputFiles as OutputFile[], metafile as Metafile);
    } finally {
      stopping?.removeEventListener("abort", end);
      // Ended with a context that is still open, the bundler complains on standard error.
      await building.dispose();
    }
  } finally {
    running -= 1;
    // Whoever waits for a bundle whose bundler is ended waits for ever.
    if (running === 0) await stop();
  }
}

export function clientOf(
  outputs: readonly OutputFile[],
  metafile: Metafile,
  { isReloading = false }: { isReloading?: boolean } = {},
): WebClient {
  const assets = outputs.map(({ path, contents }) => assetOf(basename(path), Buffer.from(contents)));
  const icon = hashed("icon", "svg", readFileSync(join(SOURCES, "icon.svg")));
  const pictures = PICTURES.map(({ name }) => hashed(name, "png", readFileSync(join(SOURCES, "icons", `${name}.png`))));
  const manifestIn = (language: string, texts: TextsOfLanguage["texts"]): Asset =>
    hashed("manifest", "webmanifest", Buffer.from(JSON.stringify(manifestOf(icon.name, pictures, language, texts))));
  const manifest = manifestIn("en", new Map());
  const translations = catalogLanguages().map((language) => {
    const { texts, percent } = textsOfLanguage(language, "web/");
    return { language, percent, file: textsAsset(language, texts), manifest: manifestIn(language, texts) };
  });
  const entry = (name: string) => assets.find((asset) => asset.name.startsWith(`${name}-`))?.name as string;
  const [start, app] = [entry("start"), entry("app")];
  const page = clientPage({
    start,
    app,
    parts: [...new Set([start, app].flatMap((script) => importedBy(metafile, script)))],
    link: entry("link"),
    style: entry("style"),
    icon: icon.name,
    touchIcon: pictures[0]?.name as string,
    manifest: manifest.name,
    translations: new Map(
      translations.map(({ language, file, manifest, percent }) => [
        language,
        { file: file.name, manifest: manifest.name, percent },
      ]),
    ),
    isReloading,
  });
  const ofLanguages = translations.flatMap(({ file, manifest }) => [file, manifest]);
  return { page, assets: [...assets, icon, ...pictures, manifest, ...ofLanguages] };
}

/** What the first script imports at once, so that the browser fetches it beside the script and not after it. */
function importedBy({ outputs }: Metafile, name: string): string[] {
  const entry = Object.entries(outputs).find(([path]) => basename(path) === name)?.[1];
  const imports = entry?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
  return imports.map(({ path }) => basename(path));
}

/** The texts of the client in a language, and what the server says. */
const textsAsset = (language: string, texts: TextsOfLanguage["texts"]): Asset =>
  hashed(language, "json", Buffer.from(JSON.stringify(Object.fromEntries(texts))));

function hashed(name: string, extension: string, body: Buffer): Asset {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 8);
  return assetOf(`${name}-${hash}.${extension}`, body);
}

/** For systems that take no SVG as the icon of an app. The last one may be cut to any shape. */
const PICTURES = [
  { name: "icon-192", sizes: "192x192", purpose: "any" },
  { name: "icon-512", sizes: "512x512", purpose: "any" },
  { name: "icon-maskable-512", sizes: "512x512", purpose: "maskable" },
] as const;

const manifestOf = (icon: string, pictures: readonly Asset[], language: string, texts: TextsOfLanguage["texts"]) => ({
  id: "/",
  lang: language,
  name: "Parley",
  short_name: "Parley",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#4353c9",
  categories: ["productivity", "social"],
  icons: [
    { src: `${ASSETS_PATH}/${icon}`, sizes: "any", type: "image/svg+xml" },
    ...pictures.map((picture, index) => ({
      src: `${ASSETS_PATH}/${picture.name}`,
      sizes: PICTURES[index]?.sizes,
      type: "image/png",
      purpose: PICTURES[index]?.purpose,
    })),
  ],
  shortcuts: [
    { name: texts.get("Inbox") ?? "Inbox", url: "/#inbox" },
    { name: texts.get("Combined feed") ?? "Combined feed", url: "/#feed" },
    { name: texts.get("Mentions") ?? "Mentions", url: "/#narrow/is/mentioned" },
  ],
  share_target: { action: "/share", method: "GET", params: { title: "title", text: "text", url: "url" } },
});
