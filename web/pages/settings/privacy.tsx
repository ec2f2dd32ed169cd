import { t } from "../../language/text.ts";
import type { Field } from "../fields/field.ts";
import { OwnSettings } from "./own-settings.tsx";

export const PRIVACY: readonly Field[] = [
  {
    kind: "choice",
    name: "email_address_visibility",
    label: t("Who can see your email address"),
    options: [
      { value: 1, label: t("Everyone, including guests") },
      { value: 2, label: t("Everyone except guests") },
      { value: 5, label: t("Administrators and moderators") },
      { value: 3, label: t("Administrators") },
      { value: 4, label: t("Nobody") },
    ],
  },
  { kind: "toggle", name: "presence_enabled", label: t("Let others see when you are online") },
  { kind: "toggle", name: "send_read_receipts", label: t("Let others see what you have read") },
  {
    kind: "toggle",
    name: "send_private_typing_notifications",
    label: t("Let recipients see when you are typing direct messages"),
  },
  {
    kind: "toggle",
    name: "send_stream_typing_notifications",
    label: t("Let others see when you are typing in channels"),
  },
  { kind: "toggle", name: "receives_typing_notifications", label: t("Show when others are typing") },
  {
    kind: "toggle",
    name: "allow_private_data_export",
    label: t("Allow administrators to export your private data"),
    hint: t("Direct messages, private channels, drafts and settings."),
  },
];

export const Privacy = () => <OwnSettings fields={PRIVACY} />;
