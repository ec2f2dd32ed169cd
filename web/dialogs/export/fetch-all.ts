import { wireForm } from "../../feed/fetch.ts";
import { callWith } from "../../link/http.ts";
import { boundsOf, isWithin } from "../../narrow/dates.ts";
import type { Narrow } from "../../narrow/terms.ts";
import type { Message } from "../../state/registered.ts";

const PAGE = 1000;
/** As many as a file can reasonably have; more is said, not hidden. */
export const MAX_COUNT = 50_000;

export interface FetchOptions {
  /** Rendered, or as it was typed. */
  readonly isHtml: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
}

/** All messages of a narrow, the oldest first; at most `MAX_COUNT` of the newest. */
export async function fetchAll(narrow: Narrow, options: FetchOptions): Promise<readonly Message[]> {
  const bounds = boundsOf(narrow);
  const pages: (readonly Message[])[] = [];
  let anchor: number | "newest" = "newest";
  let count = 0;
  while (count < MAX_COUNT) {
    const { messages, isOldest } = await pageBefore(anchor, Math.min(PAGE, MAX_COUNT - count), narrow, options);
    const [first] = messages;
    if (first === undefined) break;
    // The server does not know the dates of a search.
    const wanted = messages.filter(({ timestamp }) => isWithin(bounds, timestamp));
    pages.unshift(wanted);
    count += wanted.length;
    options.onProgress(count);
    if (isOldest || first.timestamp < bounds.from) break;
    anchor = first.id;
  }
  return pages.flat();
}

interface Page {
  readonly messages: readonly Message[];
  readonly isOldest: boolean;
}

async function pageBefore(
  anchor: number | "newest",
  count: number,
  narrow: Narrow,
  { isHtml, signal }: FetchOptions,
): Promise<Page> {
  const { messages, found_oldest } = await callWith({ signal }, "GET /messages", {
    anchor,
    include_anchor: anchor === "newest",
    num_before: count,
    num_after: 0,
    narrow: wireForm(narrow),
    apply_markdown: isHtml,
    allow_empty_topic_name: true,
  });
  return { messages, isOldest: found_oldest };
}
