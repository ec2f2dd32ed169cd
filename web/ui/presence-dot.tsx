import { signal } from "@preact/signals";
import { t } from "../language/text.ts";
import { activityOf } from "../state/presence.ts";
import { current } from "../store.ts";

/** Moves on every half minute: people go offline by being silent. */
const now = signal(Date.now() / 1000);
setInterval(() => (now.value = Date.now() / 1000), 30_000);

const words = () => ({ active: t("online"), idle: t("idle"), offline: t("offline") });

export const activity = (userId: number) => activityOf(current.value.presence, userId, now.value);

export function PresenceDot({ userId }: { userId: number }) {
  const activityHere = activity(userId);
  const word = words()[activityHere];
  return <span class={`dot ${activityHere}`} role="img" aria-label={word} title={word} />;
}
