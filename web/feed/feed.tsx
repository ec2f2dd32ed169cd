import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../language/text.ts";
import { matchesUnsent } from "../narrow/predicate.ts";
import { type Run, runAt } from "../narrow/ranges.ts";
import { conversationIn, isSearchNarrow, keyOfNarrow, type Narrow, nearOf } from "../narrow/terms.ts";
import { conversationOf, keyOf } from "../state/conversation.ts";
import { messageIn } from "../state/message-map.ts";
import type { Message } from "../state/registered.ts";
import { connection, current, messages, outbox, post, registration } from "../store.ts";
import { Icon } from "../ui/icon.tsx";
import { dayKey } from "../ui/time.ts";
import { reasonOf } from "../ui/toast.ts";
import { earlyAnswer, fetchAround, fetchNewer, fetchOlder, isStale } from "./fetch.ts";
import { unreadIn } from "./first-unread.ts";
import type { RowKey } from "./heights.ts";
import { findKept } from "./kept.ts";
import { leavePlace, placeLeft } from "./left-places.ts";
import { List } from "./list.tsx";
import { PendingRow } from "./pending-row.tsx";
import { noteNothingSeen, noteSeen } from "./read-marks.ts";
import { Row } from "./row.tsx";
import { EmptyFeed } from "./row-parts.ts";
import { rowEvents } from "./row-events.ts";
import type { ListStart } from "./scroll.ts";
import { editingId, openFeed, selectedId } from "./selection.ts";

/** Messages of one sender within so many seconds share a picture and a name. */
const GROUP_SECONDS = 600;

/** The messages of a narrow, from the first unread one on. */
export function Feed({ narrow, label }: { narrow: Narrow; label: string }) {
  const key = keyOfNarrow(narrow);
  const near = nearOf(narrow);
  const conversation = conversationIn(narrow, current.value.ownId);
  // As it was when the narrow was opened: the line stays while one reads.
  const opened = useMemo(() => {
    const unread = unreadIn(narrow);
    return { firstUnread: unread[0], count: unread.length, isNear: near !== undefined };
  }, [key, near]);
  const isSearch = isSearchNarrow(narrow);
  const anchor = near ?? (isSearch ? placeLeft(key) : undefined) ?? opened.firstUnread;
  const start = useSignal<ListStart>(startOf(anchor));
  const shownAnchor = useSignal<number | undefined>(anchor);
  const isAtEnd = useSignal(true);
  const error = useSignal<string | undefined>(undefined);
  const busy = useRef(new Set<string>());
  const topKey = useRef<number | undefined>(undefined);

  const once = (what: string, work: () => Promise<void>) => {
    if (busy.current.has(what) || connection.value === "logged-out") return;
    busy.current.add(what);
    work()
      .then(() => (error.value = undefined))
      .catch((reason: unknown) => (error.value = reasonOf(reason)))
      .finally(() => busy.current.delete(what));
  };

  useEffect(() => {
    start.value = startOf(anchor);
    shownAnchor.value = anchor;
    topKey.current = undefined;
  }, [key, near]);

  const known = messages.value.narrows.get(key);
  const fetched = runAt(known?.runs ?? [], shownAnchor.value);
  const kept = fetched === undefined ? findKept.value?.(narrow) : undefined;
  const run = fetched ?? kept?.run;
  useEffect(() => {
    // After events may have been missed, what is on the screen is fetched again and exchanged in place.
    if (fetched === undefined || isStale(narrow)) {
      once(`load ${key} ${registration.value}`, async () => {
        await earlyAnswer(narrow);
        holdPlace();
        await fetchAround(narrow, shownAnchor.value ?? "newest");
      });
    }
    // A message that comes while an answer is on its way can make its newest end unknown: then it is fetched once more.
  }, [key, near, registration.value, fetched === undefined ? (known ?? "nothing") : "there", connection.value]);

  /** Lets what is fetched be around what is on the screen now, and not where the narrow was opened. */
  const holdPlace = () => {
    if (topKey.current !== undefined) shownAnchor.value = isAtEnd.value ? undefined : topKey.current;
  };
  const fetchMore = (what: string, more: typeof fetchOlder, from: Run) => {
    if (connection.value === "offline") return;
    once(what, () => {
      holdPlace();
      return more(narrow, from);
    });
  };
  const toEnd = () => {
    topKey.current = undefined;
    shownAnchor.value = undefined;
    start.value = { key: "end" };
  };
  useEffect(() => {
    selectedId.value = near;
    post({ kind: "opened", key });
  }, [key, near]);
  useEffect(() => {
    const jumpTo = (id: number) => (start.value = { key: id, place: "middle" });
    openFeed.value = { narrow, ids: run?.ids ?? NONE, hasNewest: run?.hasNewest === true, jumpTo, toEnd };
  }, [key, run]);
  useEffect(
    () => () => {
      openFeed.value = undefined;
      noteNothingSeen();
    },
    [],
  );

  const pending = outbox.value.filter((outgoing) => matchesUnsent(narrow, outgoing, current.value.ownId));
  const ids = run?.ids ?? NONE;
  const keys: readonly RowKey[] = useMemo(
    () => (run?.hasNewest === true && pending.length > 0 ? [...ids, ...pending.map(({ localId }) => localId)] : ids),
    [ids, run?.hasNewest, pending.map(({ localId }) => localId).join()],
  );

  if (run === undefined) {
    return (
      <div class="list waiting" aria-busy="true">
        {error.value !== undefined && <p class="hint">{error.value}</p>}
      </div>
    );
  }
  const { byId } = messages.value;
  const { mutedUsers } = current.value.personal;
  const row = (rowKey: RowKey, index: number) => {
    const before = index === 0 ? undefined : messageIn(byId, ids[index - 1] ?? -1);
    if (typeof rowKey === "string") {
      const outgoing = pending.find(({ localId }) => localId === rowKey);
      return outgoing === undefined ? null : <PendingRow key={rowKey} outgoing={outgoing} />;
    }
    const message = messageIn(byId, rowKey);
    if (message === undefined) return null;
    const hasDay = before === undefined || dayKey(before.timestamp) !== dayKey(message.timestamp);
    const hasRecipient =
      conversation === undefined && (hasDay || before === undefined || placeOf(before) !== placeOf(message));
    const newCount = rowKey === opened.firstUnread ? opened.count : undefined;
    const isGrouped = !hasDay && !hasRecipient && newCount === undefined && isContinued(before, message);
    return (
      <Row
        key={rowKey}
        message={message}
        hit={known?.hits?.get(rowKey)}
        isGrouped={isGrouped}
        hasDay={hasDay}
        newCount={newCount}
        hasRecipient={hasRecipient}
        isSelected={selectedId.value === rowKey}
        isEdited={editingId.value === rowKey}
        isMuted={mutedUsers.has(message.sender_id)}
      />
    );
  };
  return (
    <div class="feed" {...rowEvents}>
      {kept !== undefined && (
        <p class="kept-note" role="status">
          {kept.note}
        </p>
      )}
      <List
        keys={keys}
        start={start.value}
        row={row}
        label={label}
        isWhole={run.hasNewest}
        onNearStart={() => !run.hasOldest && fetchMore("older", fetchOlder, run)}
        onNearEnd={() => !run.hasNewest && fetchMore("newer", fetchNewer, run)}
        onSeen={(seen, followsEnd) => {
          topKey.current = seen.find((row) => typeof row === "number");
          if (isSearch) notePlace(key, seen);
          const atEnd = followsEnd || (run.hasNewest && seen.at(-1) === keys.at(-1));
          if (isAtEnd.value !== atEnd) isAtEnd.value = atEnd;
          noteSeen(seen, conversation !== undefined);
        }}
        before={
          <Beginning narrow={narrow} hasOldest={run.hasOldest} isEmpty={keys.length === 0 && kept === undefined} />
        }
      />
      {!isAtEnd.value && (
        <button
          type="button"
          class="to-end"
          onClick={toEnd}
          aria-label={t("Go to the newest message")}
          title={t("Go to the newest message")}
        >
          <Icon name="arrowDown" />
        </button>
      )}
    </div>
  );
}

const NONE: readonly number[] = [];

const startOf = (anchor: number | undefined): ListStart =>
  anchor === undefined ? { key: "end" } : { key: anchor, place: "middle" };

const placeOf = (message: Message): string => keyOf(conversationOf(message, current.peek().ownId));

function isContinued(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.sender_id === message.sender_id &&
    !message.is_me_message &&
    placeOf(before) === placeOf(message) &&
    message.timestamp - before.timestamp < GROUP_SECONDS
  );
}

/** The message to come back to: the one that the reader chose, else one in the middle of the view. */
function notePlace(key: string, seen: readonly RowKey[]): void {
  const ids = seen.filter((row) => typeof row === "number");
  const id = ids.find((candidate) => candidate === selectedId.peek()) ?? ids[Math.floor(ids.length / 2)];
  if (id !== undefined) leavePlace(key, id);
}

interface BeginningProps {
  readonly narrow: Narrow;
  readonly hasOldest: boolean;
  readonly isEmpty: boolean;
}

function Beginning({ narrow, hasOldest, isEmpty }: BeginningProps) {
  if (isEmpty) return <EmptyFeed narrow={narrow} />;
  if (hasOldest) return null;
  const text = connection.value === "offline" ? t("Older messages need a connection.") : t("Loading older messages…");
  return <p class="hint loading">{text}</p>;
}
