import { signal } from "@preact/signals";
import { t } from "../language/text.ts";
import { showToast } from "../ui/toast.ts";

/** Whether the browser lets us show notifications; plain http has none. */
export const permission = signal<NotificationPermission | "missing">(
  typeof Notification === "undefined" ? "missing" : Notification.permission,
);

/** Asks the user, because they have pressed the button for it. */
export async function askPermission(): Promise<void> {
  permission.value = await Notification.requestPermission();
  if (permission.value === "granted") showToast(t("You will be notified while Parley is open."));
  else if (permission.value === "denied")
    showToast(
      t("The browser blocks notifications from this site. You can allow them in the site settings beside the address."),
    );
}
