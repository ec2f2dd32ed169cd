import { signal } from "@preact/signals";
import { activityOf } from "../state/presence.ts";
import { current } from "../store.ts";

/** Moves on every half minute: people go offline by being silent. */
const now = signal(Date.now() / 1000);
setInterval(() => (now.value = Date.now() / 1000), 30_000);

const WORDS = { active: "online", idle: "idle", offline: "offline" } as const;

export const activity = (userId: number) => activityOf(current.value.presence, userId, now.value);

export function PresenceDot({ userId }: { userId: number }) {
  const word = activity(userId);
  return <span class={`dot ${word}`} role="img" aria-label={WORDS[word]} title={WORDS[word]} />;
}
