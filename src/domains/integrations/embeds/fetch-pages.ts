import { backgroundPool, readPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Embed } from "#markup/render.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import { OutboundError } from "#outbound/errors.ts";
import { embedIn } from "./page.ts";
import { knownPages, storePage } from "#domains/conversations/send/post/page-queries.ts";

/** The metadata of a page is at its beginning. */
const MAX_BYTES = 262_144;
/** The number of pages of one message that are fetched at the same time, and the time for all of them. */
const AT_ONCE = 4;
const TIMEOUT_MS = 20_000;

/** The previews of pages: cached ones, and those of pages that are fetched now. */
export async function embedsOf(
  realm: RealmRuntime,
  http: HttpClient,
  urls: readonly string[],
  stop: AbortSignal,
): Promise<Map<string, Embed | undefined>> {
  const embeds = await knownPages(readPool(realm), realm.id, urls);
  const left = urls.filter((url) => !embeds.has(url));
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  const fetchOneByOne = async () => {
    for (let url = left.shift(); url !== undefined && !signal.aborted; url = left.shift()) {
      const embed = await fetched(http, url, signal);
      // The page may have been interrupted by the time limit of the whole message, so that nothing is stored about it.
      if (signal.aborted) return;
      embeds.set(url, embed);
      await storePage(backgroundPool(realm), realm.id, url, embed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOneByOne));
  return embeds;
}

/** A page with any error has no preview. */
async function fetched(http: HttpClient, address: string, signal: AbortSignal): Promise<Embed | undefined> {
  try {
    const { bytes, contentType, url } = await http.page(address, MAX_BYTES, signal);
    return embedIn(decoded(bytes, contentType), url);
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

const CHARSET = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;
const HEAD_BYTES = 1024;

/** Decodes by the charset that the server or the page declares. */
function decoded(bytes: Buffer, contentType: string): string {
  const [, named] = CHARSET.exec(contentType) ?? CHARSET.exec(bytes.toString("latin1", 0, HEAD_BYTES)) ?? [];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
