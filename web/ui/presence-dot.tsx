import { computed, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { t } from "../language/text.ts";
import { type Activity, activityOf } from "../state/presence.ts";
import { current } from "../store.ts";

/** Moves on every half minute: people go offline by being silent. */
const now = signal(Date.now() / 1000);
setInterval(() => (now.value = Date.now() / 1000), 30_000);

const words = () => ({ active: t("online"), idle: t("idle"), offline: t("offline") });

/** What draws somebody is drawn again only where this is another one: reports come all the time. */
export function useActivity(userId: number): Activity {
  return useMemo(() => computed(() => activityOf(current.value.presence, userId, now.value)), [userId]).value;
}

let before: ReadonlySet<number> = new Set();

/** Everybody who is there now: the same set as long as nobody comes or goes. */
export const online = computed(() => {
  const { presence } = current.value;
  const time = now.value;
  const next = new Set<number>();
  for (const id of presence.people.keys()) if (activityOf(presence, id, time) !== "offline") next.add(id);
  if (next.size !== before.size || ![...next].every((id) => before.has(id))) before = next;
  return before;
});

export function PresenceDot({ userId }: { userId: number }) {
  const activity = useActivity(userId);
  const word = words()[activity];
  return <span class={`dot ${activity}`} role="img" aria-label={word} title={word} />;
}
