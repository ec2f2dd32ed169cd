import { t } from "../language/text.ts";
import { callWith } from "../link/http.ts";
import { randomId } from "../link/random-id.ts";
import type { commandIn } from "../state/commands.ts";
import { type Conversation, recipientOf } from "../state/conversation.ts";
import { current } from "../store.ts";
import { nameOf } from "../ui/names.tsx";
import { attempt, showToast } from "../ui/toast.ts";

/** Tells a bot that its command is used here. Nothing is posted by that, so a notice says that it was sent. */
export async function invokeCommand(
  { command, text }: NonNullable<ReturnType<typeof commandIn>>,
  target: Conversation,
): Promise<boolean> {
  const options = { headers: { "idempotency-key": randomId() } };
  const isTold = await attempt(() =>
    callWith(options, "POST /bot_commands/{command_id}/invoke", {
      command_id: command.id,
      ...recipientOf(target, current.peek().ownId),
      text,
    }),
  );
  if (isTold) showToast(t("/{command} was sent to {bot}.", { command: command.name, bot: nameOf(command.bot_id) }));
  return isTold;
}
