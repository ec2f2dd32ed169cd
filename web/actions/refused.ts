import { effect } from "@preact/signals";
import { addToDraft } from "../compose/all-drafts.ts";
import { t } from "../language/text.ts";
import type { Outgoing } from "../link/protocol.ts";
import { conversationIn } from "../narrow/terms.ts";
import { keyOf } from "../state/conversation.ts";
import { current, outbox, post } from "../store.ts";
import { go, route } from "../ui/route.ts";
import { showToast } from "../ui/toast.ts";
import { writeInBox } from "./writing.ts";

const isOpen = ({ conversation }: Outgoing): boolean => {
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  return here !== undefined && keyOf(here) === keyOf(conversation);
};

/** Puts the text of a message that was not sent where it was written. */
export async function keepAsDraft(outgoing: Outgoing): Promise<void> {
  const { localId, conversation, content } = outgoing;
  // A box that is open has the draft, and would replace it with the next key.
  if (!(isOpen(outgoing) && writeInBox(content))) await addToDraft(conversation, content);
  post({ kind: "discard", localId });
  showToast(t("Saved as a draft."));
}

/** Tells of each message once that was refused, unless its conversation is on the screen, until the returned function is called. */
export function watchRefusals(): () => void {
  const told = new Set<string>();
  return effect(() => {
    const refused = outbox.value.filter(({ progress, localId }) => progress === "failed" && !told.has(localId));
    for (const entry of refused) {
      told.add(entry.localId);
      if (isOpen(entry)) continue;
      const text = t("A message was not sent: {reason}", { reason: entry.reason ?? t("its topic has been moved.") });
      showToast(text, { isFailure: true, action: { name: t("Show"), run: () => go("#drafts") } });
    }
  });
}
