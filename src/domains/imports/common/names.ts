import { caseless } from "#platform/characters.ts";
import { isEmail } from "#domains/records/users/email/email.ts";
import { EMPTY_TOPIC_NAME } from "#domains/records/organization/properties.ts";
import { LIMITS } from "#domains/records/organization/limits.ts";

const UNSTORABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]+/gu;
const MAX_FULL_NAME_LENGTH = 100;

const oneLine = (text: string): string => text.replace(UNSTORABLE, " ").replace(/\s+/g, " ").trim();

const cutTo = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join("").trim();

/** The name of a person, without what has a meaning in mentions. */
export function personName(...wanted: readonly string[]): string {
  const names = wanted.map((name) =>
    cutTo(oneLine(name.replace(/[*`\\>"@]/g, " ")).replace(/\|(?=\d+$)/, " "), MAX_FULL_NAME_LENGTH),
  );
  return names.find((name) => Array.from(name).length >= 2) ?? "Unknown user";
}

/** An email address, or null. */
export const emailOf = (text: string): string | null => (isEmail(text.trim()) ? text.trim() : null);

export const descriptionOf = (...parts: readonly string[]): string =>
  cutTo(
    oneLine(
      parts
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .join(" · "),
    ),
    LIMITS.max_stream_description_length,
  );

export const importedOrganizationName = (text: string, otherwise: string): string =>
  cutTo(oneLine(text), 40) || otherwise;

/** A topic as it may be stored. */
export const importedTopic = (text: string): string => cutTo(oneLine(text), LIMITS.max_topic_length);

/** Gives out names that differ by more than case. One that is taken gets a number. */
export function uniqueNames(longest: number) {
  /** The number to try next, by name. */
  const taken = new Map<string, number>();
  return (wanted: string, otherwise: string): string => {
    const base = cutTo(oneLine(wanted), longest) || otherwise;
    for (let number = taken.get(caseless(base)) ?? 1; ; number += 1) {
      const ending = number === 1 ? "" : ` (${number})`;
      const name = cutTo(base, longest - ending.length) + ending;
      if (taken.has(caseless(name))) continue;
      taken.set(caseless(name), 2).set(caseless(base), number + 1);
      return name;
    }
  };
}

export const channelNames = () => uniqueNames(LIMITS.max_stream_name_length);

/** The names of the topics of one channel. The empty topic is there for what is in none. */
export function topicNames() {
  const unique = uniqueNames(LIMITS.max_topic_length);
  for (const name of [EMPTY_TOPIC_NAME, "(no topic)"]) unique(name, name);
  return unique;
}
