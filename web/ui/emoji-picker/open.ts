import { signal } from "@preact/signals";

/** An emoji as the API names it. */
export interface PickedEmoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji" | "svc_extra_emoji";
}

export interface OpenPicker {
  readonly at: HTMLElement;
  readonly onPick: (emoji: PickedEmoji) => void;
}

export const picker = signal<OpenPicker | undefined>(undefined);

/** Opens the picker beside an element; the focus goes back there when it closes. */
export function openEmojiPicker(at: HTMLElement, onPick: OpenPicker["onPick"]): void {
  picker.value = { at, onPick };
}
