import { computed } from "@preact/signals";
import type { Person } from "../state/registered.ts";
import { channels, current, people } from "../store.ts";
import { createNameIndex, foldName } from "./fit.ts";

/** Types of profile fields whose values are words that people know others by: a short text, an account elsewhere. */
const NAMING = new Set([1, 7]);

const namingFields = computed(() =>
  current.value.definitions.profileFields.filter(({ type }) => NAMING.has(type)).map(({ id }) => `${id}`),
);

const otherNames = ({ profile_data: profile }: Person): readonly string[] =>
  namingFields.value.flatMap((id) => profile?.[id]?.value ?? []);

/** Everybody who has an account, by name; made anew only when one of them changes. */
export const peopleIndex = computed(() =>
  createNameIndex([...people.value.active.values()], {
    nameOf: ({ full_name }) => full_name,
    furtherOf: (person) => [person.delivery_email ?? "", ...otherNames(person)].join("\n"),
  }),
);

/** What of a profile somebody was found by, where their name does not tell. */
export const foundBy = (person: Person, text: string): string | undefined =>
  foldName(person.full_name).includes(foldName(text))
    ? undefined
    : otherNames(person).find((name) => foldName(name).includes(foldName(text)));

/** The channels that are not archived, by name. */
export const channelIndex = computed(() =>
  createNameIndex(
    [...channels.value.known.values()].filter(({ is_archived }) => !is_archived),
    { nameOf: ({ name }) => name },
  ),
);
