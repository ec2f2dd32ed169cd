/** What browsers give as the code of a key that an input method has taken. */
const TAKEN = 229;

/**
 * Whether a key is for an input method that composes a character, as for Japanese: its Enter, arrows and Escape choose
 * among characters. Safari ends the composition before the Enter that ended it, which has only its code to tell.
 */
export const isComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  event.isComposing || event.keyCode === TAKEN;
