import { useComputed } from "@preact/signals";
import { number, t } from "../../language/text.ts";
import { conversationIn } from "../../narrow/terms.ts";
import { type Conversation, keyOf } from "../../state/conversation.ts";
import { current, unreadIds } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { conversationName } from "../../ui/names.tsx";
import { PresenceDot } from "../../ui/presence-dot.tsx";
import { StatusEmoji } from "../../ui/status-emoji.tsx";
import { hrefOf, hrefTo, route } from "../../ui/route.ts";

/** So many are shown besides those with something unread. */
const SHOWN = 8;

/** Direct conversations, the latest first. */
export function DirectMessages() {
  const shown = useComputed(() => {
    const recent = [...current.value.recentDirects].sort(([, a], [, b]) => b.newestId - a.newestId);
    return recent.filter(([key], index) => index < SHOWN || unreadIds.value.has(key)).map(([, { userIds }]) => userIds);
  });
  return (
    <section>
      <h2>
        <a href={hrefOf([{ operator: "is", operand: "dm" }])}>{t("Direct messages")}</a>
      </h2>
      {shown.value.length === 0 && <p class="hint">{t("None yet. Ctrl K finds people.")}</p>}
      <ul>
        {shown.value.map((userIds) => (
          <DirectEntry key={userIds.join()} userIds={userIds} />
        ))}
      </ul>
    </section>
  );
}

/** A direct conversation in the navigation. */
export function DirectEntry({ userIds }: { readonly userIds: readonly number[] }) {
  const conversation: Conversation = { kind: "direct", userIds };
  const key = keyOf(conversation);
  const here = route.value.view === "narrow" ? conversationIn(route.value.narrow, current.value.ownId) : undefined;
  const count = unreadIds.value.get(key)?.length ?? 0;
  const isHere = here !== undefined && keyOf(here) === key;
  return (
    <li>
      <a class="entry" href={hrefTo(conversation)} aria-current={isHere ? "page" : undefined}>
        {userIds.length > 1 ? <Icon name="users" /> : <PresenceDot userId={userIds[0] ?? current.value.ownId} />}
        <span class="name">{conversationName(conversation)}</span>
        {userIds.length === 1 && <StatusEmoji userId={userIds[0] as number} />}
        {count > 0 && <span class="badge urgent">{number(count)}</span>}
      </a>
    </li>
  );
}
