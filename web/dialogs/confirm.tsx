import { Content } from "../feed/content.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { ConfirmProps } from "../ui/open.ts";
import { DialogForm } from "./form.tsx";

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
