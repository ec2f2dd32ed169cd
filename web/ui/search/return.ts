import { signal } from "@preact/signals";
import { parseFragment } from "../../narrow/fragment.ts";
import { isSearchNarrow } from "../../narrow/terms.ts";

/** The address of the search from which the page that is open was come to. */
export const searchToReturnTo = signal<string | undefined>(undefined);

const isSearch = (hash: string): boolean => isSearchNarrow(parseFragment(hash) ?? []);

addEventListener("hashchange", ({ oldURL, newURL }) => {
  const [from, to] = [new URL(oldURL).hash, new URL(newURL).hash];
  searchToReturnTo.value = isSearch(from) && !isSearch(to) && to.startsWith("#narrow/") ? from : undefined;
});
