import { USER_SETTINGS } from "#domains/records/users/record/settings.ts";
import type { Json } from "../common/json.ts";

/** Settings whose values are numbers in Zulip's database and words in its API, from 1. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  message_edit_history_visibility_policy: ["all", "moves", "none"],
  resolved_topic_notice_auto_read_policy: ["always", "except_followed", "never"],
};

/** A value of a row as the API has it. */
export function settingAt(row: Json, name: string): unknown {
  const [words, value] = [WORDS[name], row[name]];
  return words === undefined || typeof value !== "number" ? value : words[value - 1];
}

/** The settings of a user, or those for newcomers. They have the same names and, but for a few, the same values. */
export function userSettingsOf(row: Json): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [name, { param }] of Object.entries(USER_SETTINGS)) {
    if (!Object.hasOwn(row, name) || row[name] === null) continue;
    const value = settingAt(row, name);
    if (value === undefined) continue;
    try {
      param.decode(name, typeof value === "string" && !param.isJson ? value : JSON.stringify(value));
      settings[name] = value;
    } catch {
      // The value is of another version: the user has the initial one.
    }
  }
  return settings;
}
