import { openFeed, select } from "../feed/selection.ts";
import { keyOfNarrow, narrowTo } from "../narrow/terms.ts";
import { type Conversation, keyOf } from "../state/conversation.ts";
import { unreadIds } from "../store.ts";
import { goToRead, hrefTo } from "../ui/route.ts";

/** So long messages may take to come before the focus is where it is. */
const MAX_WAIT_MS = 1500;

/** Opens a conversation for reading: a message has the focus, the first unread one if none is named, and not the box. */
export async function openToRead(conversation: Conversation, messageId?: number): Promise<void> {
  const id = messageId ?? unreadIds.value.get(keyOf(conversation))?.[0];
  goToRead(hrefTo(conversation));
  if (id === undefined) return;
  const key = keyOfNarrow(narrowTo(conversation));
  const end = performance.now() + MAX_WAIT_MS;
  while (performance.now() < end) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { narrow } = openFeed.value ?? {};
    if (narrow === undefined || keyOfNarrow(narrow) !== key) continue;
    if (document.querySelector(`article[data-message="${id}"]`) === null) continue;
    if (document.activeElement?.closest(".compose") == null) select(id);
    return;
  }
}
