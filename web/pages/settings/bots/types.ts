import { t } from "../../../language/text.ts";

export const BOT_TYPES = { generic: 1, incoming: 2, outgoing: 3 } as const;

export function typeName(type: number | null): string {
  if (type === BOT_TYPES.incoming) return t("Incoming webhook");
  return type === BOT_TYPES.outgoing ? t("Outgoing webhook") : t("Generic bot");
}

export function typeText(type: number): string {
  if (type === BOT_TYPES.incoming) return t("Can only send messages, from other services.");
  return type === BOT_TYPES.outgoing
    ? t("Calls a URL when someone mentions it or writes to it.")
    : t("Can do what you can do in the channels it is in.");
}
