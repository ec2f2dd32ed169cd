import { t } from "../../language/text.ts";
import type { Field } from "../fields/field.ts";

export const PREFERENCES: readonly Field[] = [
  {
    kind: "choice",
    name: "color_scheme",
    label: t("Colours"),
    options: [
      { value: 1, label: t("As on this device") },
      { value: 3, label: t("Light") },
      { value: 2, label: t("Dark") },
    ],
  },
  { kind: "number", name: "web_font_size_px", label: t("Font size"), min: 12, max: 20, unit: t("pixels") },
  { kind: "toggle", name: "twenty_four_hour_time", label: t("Show times as 13:00, not as 1:00 PM") },
  {
    kind: "toggle",
    name: "starred_message_counts",
    label: t("Show the number of starred messages"),
  },
];
