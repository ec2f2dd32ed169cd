import { signal } from "@preact/signals";
import { keepChoice, keptChoice } from "../ui/own-choices.ts";

/** Keys that the user has chosen for commands on this device; an empty list switches a command's keys off. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

const KEY = "parley-keys";
const MAX_KEYS = 5;

export const keyChoices = signal<KeyChoices>(parsedChoices(keptChoice(KEY) ?? "{}"));

/** What is kept on the device may have been made by an older client, or by hand. */
export function parsedChoices(text: string): KeyChoices {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return Object.fromEntries(
      entries.flatMap(([command, keys]) =>
        Array.isArray(keys) && keys.every((key) => typeof key === "string") ? [[command, keys.slice(0, MAX_KEYS)]] : [],
      ),
    );
  } catch {
    return {};
  }
}

function keep(choices: KeyChoices): void {
  keyChoices.value = choices;
  keepChoice(KEY, JSON.stringify(choices));
}

export const chooseKeys = (command: string, keys: readonly string[]): void =>
  keep({ ...keyChoices.value, [command]: keys.slice(0, MAX_KEYS) });

/** Back to the usual keys: of one command, or of all. */
export function forgetKeys(command?: string): void {
  if (command === undefined) return keep({});
  const { [command]: _, ...others } = keyChoices.value;
  keep(others);
}
