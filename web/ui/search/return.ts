import { signal } from "@preact/signals";
import { parseFragment } from "../../narrow/fragment.ts";
import { isSearchNarrow } from "../../narrow/terms.ts";

/** The address of the search from which the page that is open was come to. */
export const searchToReturnTo = signal<string | undefined>(undefined);

const isSearch = (hash: string): boolean => isSearchNarrow(parseFragment(hash) ?? []);

let last = location.hash;
// Not by the event's addresses: an address that was opened once more is announced without them (push/shared-text.ts).
addEventListener("hashchange", () => {
  const [from, to] = [last, location.hash];
  last = to;
  searchToReturnTo.value = isSearch(from) && !isSearch(to) && to.startsWith("#narrow/") ? from : undefined;
});
