import { type FetchEvent, type InstallEvent, scope } from "./worker-scope.ts";

/**
 * Keeps the client's page and files, so that it opens without a network. The page is asked for at every visit: the kept
 * one is shown only where no server answers. Files are named by their content, so a kept one is never out of date.
 */
interface Files {
  /** Names the page and the files that belong together. */
  readonly build: string;
  readonly paths: readonly string[];
}

const PREFIX = "parley-files-";
const PAGE = "/";
const PAGES: readonly string[] = [PAGE, "/login", "/share"];
const ASSETS = "/static/web/";
/** A proxy answers with these for a server that is away. */
const AWAY: readonly number[] = [502, 503, 504];

/** The server writes what there is to keep before this script, so that each build is another script. */
const files = (globalThis as { parleyFiles?: Files }).parleyFiles ?? { build: "", paths: [] };
const NAME = `${PREFIX}${files.build}`;

export function keepFiles(): void {
  scope.addEventListener("install", (event) => event.waitUntil(install(event)));
  scope.addEventListener("activate", (event) => event.waitUntil(activate()));
  scope.addEventListener("fetch", (event) => answer(event as FetchEvent));
}

async function install(event: InstallEvent): Promise<void> {
  // Calls are most of what a page asks for, and the start of a worker that rests takes longer than their answers.
  // Where it refuses them, the worker passes them on.
  await event.addRoutes?.([{ condition: { urlPattern: "/json/*" }, source: "network" }]).catch(() => {});
  const cache = await caches.open(NAME);
  const page = await fetch(PAGE, { cache: "no-cache" });
  const text = await page.clone().text();
  const named = text.match(/\/static\/web\/[\w.-]+/g) ?? [];
  // Another build has come meanwhile, with another worker.
  if (!page.ok || named.some((path) => !files.paths.includes(path))) throw new Error("the page is of another build");
  await cache.addAll(files.paths);
  await cache.put(PAGE, page);
  await scope.skipWaiting();
}

/** Pages that are open may still need the files of the build before, which the server no longer has. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.includes(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(file(request));
}

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const response = await inTime(async () => (await preloadResponse) ?? fetch(request));
    if (response === undefined) throw new TypeError("no answer in time");
    return AWAY.includes(response.status) ? ((await keptPage()) ?? response) : response;
  } catch (error) {
    const kept = await keptPage();
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Some networks answer nothing, as those that want a login first: then the kept page is shown, if there is one. */
async function inTime(ask: () => Promise<Response>): Promise<Response | undefined> {
  const waiting = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_MS));
  const asked = ask();
  return (await Promise.race([asked, waiting])) ?? ((await keptPage()) === undefined ? asked : undefined);
}

const MAX_MS = 5000;

const keptPage = async (): Promise<Response | undefined> => (await caches.open(NAME)).match(PAGE);

const file = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);
