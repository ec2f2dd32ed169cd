import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { withPart } from "../ui/parts.tsx";

const Switcher = signal<FunctionComponent<{ onClose: () => void }> | undefined>(undefined);
const isOpen = signal(false);

/** Ctrl K: goes anywhere, and searches. Its code comes when it is first used. */
export function openSwitcher(): void {
  isOpen.value = true;
  if (Switcher.value !== undefined) return;
  withPart(import("#web/views/switcher.tsx"), ({ Switcher: loaded }) => (Switcher.value = loaded));
}

export function SwitcherHost() {
  const Loaded = Switcher.value;
  return isOpen.value && Loaded !== undefined ? <Loaded onClose={() => (isOpen.value = false)} /> : null;
}
