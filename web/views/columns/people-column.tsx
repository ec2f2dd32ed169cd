import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { t, tn } from "../../language/text.ts";
import { channelIn, conversationIn } from "../../narrow/terms.ts";
import type { Person } from "../../state/registered.ts";
import { current, people, setting } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { activity, PresenceDot } from "../../ui/presence-dot.tsx";
import { StatusEmoji } from "../../ui/status-emoji.tsx";
import { GuestMark } from "../../ui/names.tsx";
import { useSubscribers } from "../../ui/subscribers.ts";
import { openDialog } from "../../ui/open.ts";
import { route } from "../../ui/route.ts";

/** More would be work for the browser and nothing to read: the switcher finds everybody. */
const MAX_COUNT = 100;

/** The column on the right: who is here, those who are online first. */
export function PeopleColumn() {
  const channelId = useComputed(openChannel);
  const subscribed = useSubscribers(channelId.value);
  const { title, members } = useMemo(
    () => peopleHere(subscribed),
    [route.value, people.value, current.value.ownId, subscribed],
  );
  const online = members.filter(({ user_id }) => activity(user_id) !== "offline");
  const others = members.filter(({ user_id }) => activity(user_id) === "offline");
  return (
    <aside class="people" aria-label={t("People")}>
      <h2>
        {title} · {tn(online.length, "{count} online", "{count} online")}
      </h2>
      <PersonList list={online} />
      {others.length > 0 && (
        <>
          <h2>{t("Others")}</h2>
          <PersonList list={others} />
        </>
      )}
    </aside>
  );
}

/** What `user_list_style` shows. */
const LIST = { compact: 1, pictures: 3 } as const;

function PersonList({ list }: { list: readonly Person[] }) {
  const style = setting<number>("user_list_style", LIST.pictures);
  return (
    <ul>
      {list.slice(0, MAX_COUNT).map(({ user_id: id, full_name: name }) => (
        <li key={id}>
          <button
            type="button"
            class={`entry ${activity(id)}`}
            aria-haspopup="dialog"
            onClick={({ currentTarget: at }) => openDialog("person-card", { userId: id, at })}
          >
            <PresenceDot userId={id} />
            {style === LIST.pictures && <Avatar userId={id} class="small" />}
            <span class="name">
              {name}
              <GuestMark userId={id} />
              {id === current.value.ownId && <span class="hint"> {t("(you)")}</span>}
            </span>
            {style !== LIST.compact && <StatusEmoji userId={id} />}
          </button>
        </li>
      ))}
      {list.length > MAX_COUNT && (
        <li class="hint">{tn(list.length - MAX_COUNT, "and {count} more", "and {count} more")}</li>
      )}
    </ul>
  );
}

const openChannel = (): number | undefined =>
  route.value.view === "narrow" ? channelIn(route.value.narrow) : undefined;

function peopleHere(subscribed: readonly number[]): { title: string; members: readonly Person[] } {
  const { ownId } = current.value;
  const narrow = route.value.view === "narrow" ? route.value.narrow : undefined;
  const conversation = narrow === undefined ? undefined : conversationIn(narrow, ownId);
  const channelId = openChannel();
  const { active } = people.value;
  const sorted = (list: readonly Person[]) =>
    list.filter(({ is_bot }) => !is_bot).sort((a, b) => a.full_name.localeCompare(b.full_name));
  if (conversation?.kind === "direct") {
    return {
      title: t("Here"),
      members: sorted([...conversation.userIds, ownId].flatMap((id) => active.get(id) ?? [])),
    };
  }
  if (channelId !== undefined) {
    return { title: t("In this channel"), members: sorted(subscribed.flatMap((id) => active.get(id) ?? [])) };
  }
  return { title: t("People"), members: sorted([...active.values()]) };
}
