import { backgroundPool, readPool } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { Embed } from "../../../markup/render.ts";
import type { HttpClient } from "../../../outbound/http-client.ts";
import { OutboundError } from "../../../outbound/errors.ts";
import { embedIn } from "./page.ts";
import { knownPages, storePage } from "./queries.ts";

/** What pages say of themselves stands at their beginning. */
const MOST_BYTES = 262_144;
/** Pages of one message that are visited at the same time, and how long all of them may take. */
const AT_ONCE = 4;
const TIMEOUT_MS = 20_000;

/** What the named pages show of themselves: as it is remembered, else as they are now. */
export async function embedsOf(
  realm: RealmRuntime,
  door: HttpClient,
  urls: readonly string[],
  stop: AbortSignal,
): Promise<Map<string, Embed | undefined>> {
  const embeds = await knownPages(readPool(realm), realm.id, urls);
  const left = urls.filter((url) => !embeds.has(url));
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  const visitOneByOne = async () => {
    for (let url = left.shift(); url !== undefined && !signal.aborted; url = left.shift()) {
      const embed = await visited(door, url, signal);
      // Whether it would have answered in its own time, nobody knows.
      if (signal.aborted) return;
      embeds.set(url, embed);
      await storePage(backgroundPool(realm), realm.id, url, embed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitOneByOne));
  return embeds;
}

/** Whatever is wrong with a page, there is nothing to show of it. */
async function visited(door: HttpClient, address: string, signal: AbortSignal): Promise<Embed | undefined> {
  try {
    const { bytes, contentType, url } = await door.page(address, MOST_BYTES, signal);
    return embedIn(decoded(bytes, contentType), url);
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

const CHARSET = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;
const HEAD_BYTES = 1024;

/** In the writing that the server or the page names. */
function decoded(bytes: Buffer, contentType: string): string {
  const [, named] = CHARSET.exec(contentType) ?? CHARSET.exec(bytes.toString("latin1", 0, HEAD_BYTES)) ?? [];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
