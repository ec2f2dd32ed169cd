import { personOf } from "../state/people.ts";
import { people } from "../store.ts";

/** Somebody's picture: the one they uploaded, else their initials on a colour of their own. */
export function Avatar({ userId, name, class: className = "" }: { userId: number; name?: string; class?: string }) {
  const person = personOf(people.value, userId);
  const url = person?.avatar_url ?? undefined;
  // Pictures of other servers would tell those who looks at whom: the page's policy lets none through.
  if (url !== undefined && isUploaded(url))
    return <img class={`avatar ${className}`} src={url} alt="" loading="lazy" />;
  return (
    <span class={`avatar tint-${userId % 10} ${className}`} aria-hidden="true">
      {initialsOf(person?.full_name ?? name ?? "?")}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name];
  return letters
    .map((word) => firstCharacter(word ?? ""))
    .join("")
    .toUpperCase();
}

/** The first letter as people see it, which may be several code points. */
export const firstCharacter = (text: string): string => {
  // The segmenter takes milliseconds to load what it knows: most names begin with two letters that need none of it.
  if (/^[ -~]([ -~]|$)/.test(text)) return text.slice(0, 1);
  characters ??= new Intl.Segmenter();
  return characters.segment(text)[Symbol.iterator]().next().value?.segment ?? "";
};
let characters: Intl.Segmenter | undefined;

/** Pictures that the server draws of initials are drawn here without asking for them. */
const isUploaded = (url: string): boolean => url.startsWith("/") && !/\/drawn\//.test(url);
