import { computed } from "@preact/signals";
import type { Person } from "../state/registered.ts";
import { channels, current, people } from "../store.ts";
import { createNameIndex } from "./fit.ts";

/** Types of profile fields whose values are words that people know others by: a short text, an account elsewhere. */
const NAMING = new Set([1, 7]);

/** Everybody who has an account, by name; made anew only when one of them changes. */
export const peopleIndex = computed(() => {
  const naming = current.value.definitions.profileFields
    .filter(({ type }) => NAMING.has(type))
    .map(({ id }) => `${id}`);
  const furtherOf = ({ delivery_email: email, profile_data: profile }: Person) =>
    [email ?? "", ...naming.map((id) => profile?.[id]?.value ?? "")].join("\n");
  return createNameIndex([...people.value.active.values()], { nameOf: ({ full_name }) => full_name, furtherOf });
});

/** The channels that are not archived, by name. */
export const channelIndex = computed(() =>
  createNameIndex(
    [...channels.value.known.values()].filter(({ is_archived }) => !is_archived),
    { nameOf: ({ name }) => name },
  ),
);
