import { signal } from "@preact/signals";

/** An emoji as the API names it. */
export interface PickedEmoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji" | "svc_extra_emoji";
}

export interface OpenPicker {
  readonly at: HTMLElement;
  /** The text is what to write for it. */
  readonly onPick: (emoji: PickedEmoji, text: string) => void;
  /** For a text, where skin has tones; reactions have none. */
  readonly isForText: boolean;
}

export const picker = signal<OpenPicker | undefined>(undefined);

/** Opens the picker beside an element; the focus goes back there when it closes. */
export function openEmojiPicker(at: HTMLElement, onPick: OpenPicker["onPick"], isForText = false): void {
  picker.value = { at, onPick, isForText };
}
