import { Content } from "../feed/content.tsx";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "./form.tsx";

export interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** What it is about, to look at once more. */
  readonly message?: Message;
  readonly action: string;
  readonly run: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, message, action, run }: ConfirmProps) {
  return (
    <Dialog title={title}>
      <DialogForm action={action} isDanger run={run}>
        <p>{text}</p>
        {message !== undefined && (
          <blockquote class="shown-message" tabIndex={0}>
            <p class="hint">{message.sender_full_name}</p>
            <Content html={message.content} />
          </blockquote>
        )}
      </DialogForm>
    </Dialog>
  );
}
