import { t } from "../language/text.ts";

/** What the server stores of a choice, and so no part of the look. */
export const GREY = "#76766f";

export const CHANNEL_COLORS = [
  [t("red"), "#d6455d"],
  [t("orange"), "#d9761f"],
  [t("amber"), "#b78a00"],
  [t("olive"), "#7a8b1f"],
  [t("green"), "#2f9e57"],
  [t("teal"), "#1b8f8a"],
  [t("sky"), "#2186c4"],
  [t("blue"), "#4353c9"],
  [t("violet"), "#7a4fd0"],
  [t("purple"), "#a044b8"],
  [t("pink"), "#c9438f"],
  [t("brown"), "#94643c"],
  [t("gray"), GREY],
] as const;
