import { current } from "../store.ts";

/** The character of an emoji code: code points in hexadecimal with dashes between them. */
export function characterOf(code: string): string {
  try {
    return String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
  } catch {
    return "";
  }
}

interface EmojiProps {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

/** An emoji as the device draws it; those of the organization are pictures. */
export function Emoji({ emoji_name: name, emoji_code: code, reaction_type: type }: EmojiProps) {
  if (type === "unicode_emoji")
    return (
      <span class="emoji" aria-hidden="true">
        {characterOf(code)}
      </span>
    );
  const url = current.value.organization.emoji.get(code)?.source_url;
  return url === undefined ? <span>{`:${name}:`}</span> : <img class="emoji" src={url} alt="" />;
}
