import { allSettings } from "./settings.ts";
import type { Setting } from "./setting.ts";

/** The table of all settings, for `parley help`. */
export function settingsHelp(): string {
  return allSettings.map(describe).join("\n");
}

function describe({ flag, variables, kind, fallback, help }: Setting<unknown>): string {
  const standard = fallback === undefined ? "" : ` Default: ${fallback}.`;
  return `  ${`${flag} ${kind.shape}`.padEnd(46)} ${variables.join(", ")}\n      ${help}${standard}`;
}
