import { signal } from "@preact/signals";
import { request } from "../../link/http.ts";

/** Names to codes, once they have been fetched. */
const emojiCodes = signal<ReadonlyMap<string, string> | undefined>(undefined);
let isFetching = false;

/** The names of emoji, fetched when somebody first types a colon or opens the picker. */
export function emojiNames(): ReadonlyMap<string, string> {
  if (emojiCodes.value === undefined && !isFetching) {
    isFetching = true;
    request("/static/generated/emoji/emoji_api.json", "GET", undefined)
      .then(({ code_to_names: names }) => {
        const pairs = Object.entries(names as Record<string, string[]>).flatMap(([code, all]) =>
          all.map((name) => [name, code] as const),
        );
        emojiCodes.value = new Map(pairs);
      })
      .catch(() => (isFetching = false));
  }
  return emojiCodes.value ?? new Map();
}
