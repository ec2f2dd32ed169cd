import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";

interface OpenDialog {
  readonly id: number;
  readonly Content: FunctionComponent;
  readonly close: () => void;
}

/** What is open, the topmost last: a dialog can ask something by another one. */
export const openDialogs = signal<readonly OpenDialog[]>([]);
let newest = 0;

/** Shows a dialog of the caller's own; what several places open has a name in `open.ts`. */
export function showDialog(Content: FunctionComponent): void {
  newest += 1;
  const id = newest;
  const close = () => (openDialogs.value = openDialogs.value.filter((dialog) => dialog.id !== id));
  openDialogs.value = [...openDialogs.value, { id, Content, close }];
}
