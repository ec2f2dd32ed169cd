import { signal } from "@preact/signals";
import { t } from "../language/text.ts";
import type { Message } from "../state/registered.ts";
import { current, onEvents } from "../store.ts";
import { textOf } from "./decide.ts";
import { isOnScreen } from "./start.ts";

interface Spoken {
  readonly id: number;
  readonly text: string;
}

const spoken = signal<readonly Spoken[]>([]);

/** Screen readers need no more than this to begin; what is removed then is not read again. */
const SPOKEN_MS = 10_000;
const MAX_COUNT = 5;

/** Where screen readers hear of new messages. It is always in the document: they announce changes of what they know. */
export function Announcer() {
  return (
    <div class="visually-hidden" role="log" aria-label={t("New messages")}>
      {spoken.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Announces what others write in the view that is open, until the returned function is called. */
export const startAnnouncing = (): (() => void) =>
  onEvents((events) => {
    const { ownId, personal } = current.value;
    for (const event of events) {
      if (event.type !== "message" || event.message.sender_id === ownId) continue;
      const message = { ...event.message, flags: event.flags } as Message;
      if (isOnScreen(message) && !personal.mutedUsers.has(message.sender_id)) announce(message);
    }
  });

function announce({ id, sender_full_name: name, content }: Message): void {
  const text = t("{person} writes: {text}", { person: name, text: textOf(content) });
  spoken.value = [...spoken.value.filter((item) => item.id !== id), { id, text }].slice(-MAX_COUNT);
  setTimeout(() => (spoken.value = spoken.value.filter((item) => item.id !== id)), SPOKEN_MS);
}
