import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { withActions } from "../actions/open.ts";
import type { Message } from "../state/registered.ts";

const Box = signal<FunctionComponent<{ message: Message }> | undefined>(undefined);

/** A box with the message's Markdown in the place of its text. Its code comes when the first message is edited. */
export function Editing({ message }: { message: Message }) {
  useEffect(() => {
    if (Box.value === undefined) withActions(({ EditBox }) => (Box.value = EditBox));
  }, []);
  const Loaded = Box.value;
  return Loaded === undefined ? null : <Loaded message={message} />;
}
