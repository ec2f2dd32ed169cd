import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tc } from "../language/text.ts";
import { writableChannels } from "../state/permissions.ts";
import type { Person } from "../state/registered.ts";
import { current } from "../store.ts";
import { comboboxField, useCombobox } from "../ui/combobox.ts";
import { isComposing } from "../ui/composing.ts";
import { Icon } from "../ui/icon.tsx";
import { distinctionOf, GuestMark, nameOf } from "../ui/names.tsx";
import { plainText } from "../ui/plain-text.ts";
import type { Candidate } from "./candidates.ts";
import { CandidateList } from "./candidate-list.tsx";
import { bestOf } from "../ui/fit.ts";
import { peopleIndex } from "../ui/name-indexes.ts";

/** A channel, or people; neither while nothing has been chosen. */
export interface Recipient {
  readonly channelId: number | undefined;
  readonly userIds: readonly number[];
}

const MAX_COUNT = 8;

interface Props {
  readonly recipient: Signal<Recipient>;
  /** Channels are no longer offered once somebody has been chosen. */
  readonly isForPeople: boolean;
}

/** Finds channels and people by their names. */
export function RecipientField({ recipient, isForPeople }: Props) {
  const text = useSignal("");
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const { userIds } = recipient.value;
  const candidates = useComputed(() => (isOpen.value ? candidatesFor(text.value, recipient.value, isForPeople) : []));
  useLayoutEffect(() => field.current?.focus(), []);

  const combobox = useCombobox<Candidate>({
    id: "candidates",
    items: candidates,
    choose({ userId, channelId }) {
      recipient.value = { channelId, userIds: userId === undefined ? [] : [...userIds, userId] };
      text.value = "";
      combobox.marked.value = 0;
    },
    close: () => (isOpen.value = false),
  });
  const remove = (id: number) => {
    recipient.value = { channelId: undefined, userIds: userIds.filter((other) => other !== id) };
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Backspace" && text.value === "" && userIds.length > 0) remove(userIds.at(-1) as number);
    else if (!combobox.onKey(event) && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <span>{tc("recipients", "To")}</span>
      {userIds.map((id) => (
        <span key={id} class="person-chip">
          {nameOf(id)}
          <GuestMark userId={id} />
          {distinctionOf(id).detail !== undefined && <span class="hint">{distinctionOf(id).detail}</span>}
          <button type="button" aria-label={t("Remove {name}", { name: nameOf(id) })} onClick={() => remove(id)}>
            <Icon name="x" />
          </button>
        </span>
      ))}
      <input
        ref={field}
        class="topic-field recipient-field"
        data-optional={userIds.length > 0 || undefined}
        {...comboboxField(combobox)}
        aria-label={t("Recipient")}
        placeholder={
          isForPeople ? (userIds.length > 0 ? t("Another person") : t("A person")) : t("A channel or a person")
        }
        maxLength={100}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          combobox.marked.value = 0;
          isOpen.value = true;
        }}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={onKeyDown}
      />
      <CandidateList combobox={combobox} />
    </>
  );
}

function candidatesFor(text: string, { userIds }: Recipient, isForPeople: boolean): readonly Candidate[] {
  const { ownId } = current.value;
  const isLeftOut = ({ user_id: id }: Person) => id === ownId || userIds.includes(id);
  const persons = peopleIndex.value.best(text, MAX_COUNT, { isLeftOut }).map(({ user_id: id, full_name: name }) => ({
    key: `person ${id}`,
    name,
    ...distinctionOf(id),
    userId: id,
    insert: "",
  }));
  if (isForPeople) return persons;
  const channels = bestOf(writableChannels(current.value), ({ name }) => name, text, MAX_COUNT / 2).map((channel) => ({
    key: `channel ${channel.stream_id}`,
    name: channel.name,
    detail: plainText(channel.rendered_description),
    channelId: channel.stream_id,
    insert: "",
  }));
  return [...channels, ...persons].slice(0, MAX_COUNT);
}
