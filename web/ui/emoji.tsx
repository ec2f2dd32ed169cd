import { characterOf } from "./emoji-character.ts";
import { current } from "../store.ts";

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
