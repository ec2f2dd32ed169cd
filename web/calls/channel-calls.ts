import { t } from "../language/text.ts";
import { call } from "../link/http.ts";
import { channels } from "../store.ts";
import { channelName } from "../ui/names.tsx";
import { attempt, showToast } from "../ui/toast.ts";

type Property =
  | "color"
  | "is_muted"
  | "pin_to_top"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications"
  | "email_notifications"
  | "wildcard_mentions_notify";

/** The event that confirms it changes what is shown. */
export const setChannelProperty = (channelId: number, property: Property, value: boolean | string): Promise<boolean> =>
  attempt(() =>
    call("POST /users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: channelId, property, value }],
    }),
  );

export async function subscribe(channelId: number): Promise<void> {
  const name = channelName(channelId);
  const isDone = await attempt(() => call("POST /users/me/subscriptions", { subscriptions: [{ name }] }));
  if (isDone) showToast(t("You are in #{channel} now.", { channel: name }));
}

export async function leave(channelId: number): Promise<void> {
  const name = channelName(channelId);
  const isPrivate = channels.value.known.get(channelId)?.invite_only === true;
  const isDone = await attempt(() => call("DELETE /users/me/subscriptions", { subscriptions: [name] }));
  if (!isDone) return;
  // Nobody comes back into a private channel by themselves.
  const action = isPrivate ? undefined : { name: t("Undo"), run: () => void subscribe(channelId) };
  showToast(t("You have left #{channel}.", { channel: name }), { ...(action !== undefined && { action }) });
}
