import { signal } from "@preact/signals";

/** A message whose recipient is to be chosen, and whom it is meant for to begin with. */
export type NewMessage = "any" | "direct";
export const newMessage = signal<NewMessage | undefined>(undefined);
addEventListener("hashchange", () => {
  newMessage.value = undefined;
});
