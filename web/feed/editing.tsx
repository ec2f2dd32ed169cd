import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { withActions } from "../actions/open.ts";
import type { Message } from "../state/registered.ts";
import { editingId } from "./selection.ts";

const Box = signal<FunctionComponent<{ message: Message }> | undefined>(undefined);

/** Puts a box with the message's Markdown in the place of its text. */
export function startEditing(id: number): void {
  editingId.value = id;
  if (Box.value !== undefined) return;
  withActions(({ EditBox }) => (Box.value = EditBox));
}

export function Editing({ message }: { message: Message }) {
  const Loaded = Box.value;
  return Loaded === undefined ? null : <Loaded message={message} />;
}
