import { useComputed, useSignal } from "@preact/signals";
import { useCallback, useMemo } from "preact/hooks";
import { number, t, tn } from "../../language/text.ts";
import type { Person } from "../../state/registered.ts";
import { current, people, setting } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { createNameOrder, firstByName } from "../../ui/first-by-name.ts";
import { GuestMark } from "../../ui/names.tsx";
import { openDialog } from "../../ui/open.ts";
import { online, PresenceDot, useActivity } from "../../ui/presence-dot.tsx";
import { StatusEmoji } from "../../ui/status-emoji.tsx";
import { useSubscribers } from "../../ui/subscribers.ts";
import { ColumnFilter, keysOfFilter } from "./column-filter.tsx";
import { channelOf, createPeopleSearch, everybody, type PeopleHere, peopleHere, placeHere } from "./people-here.ts";

/** So many are shown of each list, and as many more with each press. */
const STEP = 100;

/** The column on the right: who is here, those who are online first; or who is called like what is typed. */
export function PeopleColumn() {
  const place = useComputed(placeHere).value;
  const subscribed = useSubscribers(channelOf(place));
  const here = useMemo(() => peopleHere(place, subscribed), [place, subscribed, people.value, current.value.ownId]);
  const text = useSignal("");
  const isFiltered = text.value.trim() !== "";
  return (
    <aside class="people" aria-label={t("People")} onKeyDown={(event) => keysOfFilter(event, text)}>
      <ColumnFilter label={t("Filter people")} text={text} />
      {isFiltered ? <Found {...here} text={text.value} /> : <Present key={place} {...here} />}
    </aside>
  );
}

const nameOf = (person: Person): string => person.full_name;

function Present({ title, members, find }: PeopleHere) {
  const present = online.value;
  const there = useMemo(() => [...present].flatMap((id) => find(id) ?? []), [present, find]);
  const order = useMemo(() => createNameOrder(members, nameOf), [members]);
  const firstOthers = useCallback(
    (count: number) =>
      order(count + there.length)
        .filter(({ user_id: id }) => !present.has(id))
        .slice(0, count),
    [order, there, present],
  );
  const others = members.length - there.length;
  return (
    <>
      <h2>
        {title} · {tn(there.length, "{count} online", "{count} online")}
      </h2>
      <PersonList of={there} />
      {others > 0 && (
        <>
          <h2>{t("Others")}</h2>
          <PersonEntries count={others} first={firstOthers} />
        </>
      )}
    </>
  );
}

/** People by name, those of what is shown first. */
function Found({ title, members, text }: PeopleHere & { readonly text: string }) {
  const [searchHere, searchAll] = useMemo(() => [createPeopleSearch(), createPeopleSearch()], []);
  const isEverybody = members === everybody.value;
  const here = useMemo(() => searchHere(members, text), [members, text]);
  const elsewhere = useMemo(() => {
    if (isEverybody) return [];
    const ids = new Set(here.map(({ user_id: id }) => id));
    return searchAll(everybody.value, text).filter(({ user_id: id }) => !ids.has(id));
  }, [isEverybody, here, everybody.value, text]);
  return (
    <>
      <p class="visually-hidden" role="status">
        {tn(here.length + elsewhere.length, "{count} person found", "{count} people found")}
      </p>
      {here.length + elsewhere.length === 0 && <p class="hint">{t("Nobody is called so.")}</p>}
      {here.length > 0 && (
        <>
          <h2>
            {title} · {number(here.length)}
          </h2>
          <PersonList of={here} />
        </>
      )}
      {elsewhere.length > 0 && (
        <>
          <h2>{t("Elsewhere")}</h2>
          <PersonList of={elsewhere} />
        </>
      )}
    </>
  );
}

function PersonList({ of }: { readonly of: readonly Person[] }) {
  const first = useCallback((count: number) => firstByName(of, nameOf, count), [of]);
  return <PersonEntries count={of.length} first={first} />;
}

interface PersonEntriesProps {
  readonly count: number;
  /** The first so many of them. */
  readonly first: (count: number) => readonly Person[];
}

function PersonEntries({ count, first }: PersonEntriesProps) {
  const most = useSignal(STEP);
  const shown = useMemo(() => first(most.value), [first, most.value]);
  const hidden = count - shown.length;
  return (
    <>
      <ul>
        {shown.map((person) => (
          <PersonEntry key={person.user_id} person={person} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" class="entry hint" onClick={() => (most.value += STEP)}>
          {tn(hidden, "Show more ({count})", "Show more ({count})")}
        </button>
      )}
    </>
  );
}

/** What `user_list_style` shows. */
const LIST = { compact: 1, pictures: 3 } as const;

function PersonEntry({ person: { user_id: id, full_name: name } }: { readonly person: Person }) {
  const style = setting<number>("user_list_style", LIST.pictures);
  return (
    <li>
      <button
        type="button"
        class={`entry ${useActivity(id)}`}
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
  );
}
