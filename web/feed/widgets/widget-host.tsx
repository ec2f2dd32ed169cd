import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import type { Message } from "../../state/registered.ts";
import { withPart } from "../../ui/parts.tsx";

const Loaded = signal<FunctionComponent<{ message: Message }> | undefined>(undefined);

/** Polls and the like are rare, so their code comes when the first one is shown. */
export function WidgetHost({ message }: { message: Message }) {
  useEffect(() => {
    if (Loaded.value === undefined)
      withPart(import("#web/feed/widgets/widget.tsx"), ({ Widget }) => (Loaded.value = Widget));
  }, []);
  const Widget = Loaded.value;
  return Widget === undefined ? <p class="widget" aria-busy="true" /> : <Widget message={message} />;
}
