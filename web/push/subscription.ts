import { device } from "../platform/device.ts";
import { inBackground } from "../link/background.ts";
import { signal } from "@preact/signals";
import { t } from "../language/text.ts";
import { call, Refusal } from "../link/http.ts";
import { serviceWorkerUrl } from "../platform/trusted.ts";
import { permission } from "../notify/permission.ts";

/** What this browser can do; without https it can do none of it. */
export type PushSupport = "possible" | "insecure" | "missing";

export const pushSupport = (): PushSupport => {
  if (!globalThis.isSecureContext) return "insecure";
  return "serviceWorker" in navigator && "PushManager" in globalThis ? "possible" : "missing";
};

/** Whether notifications on this device do not show what was written. */
const DISCREET = "parley-push-discreet";

/** The subscription of this browser; undefined while it is not known. */
export const ownEndpoint = signal<string | null | undefined>(undefined);

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration("/");

export async function lookForSubscription(): Promise<void> {
  const known = await (await registration())?.pushManager.getSubscription();
  ownEndpoint.value = known?.endpoint ?? null;
}

/** A reason that people are shown as it is. */
const refusal = (reason: string): Refusal => new Refusal(400, { msg: reason });

/** Subscribes this browser, or tells the server anew what it is to show. */
export async function turnOn(showsContent: boolean): Promise<void> {
  permission.value = await Notification.requestPermission();
  if (permission.value !== "granted") throw refusal(t("The browser does not allow notifications from this site."));
  const registered = await navigator.serviceWorker.register(serviceWorkerUrl());
  await navigator.serviceWorker.ready;
  const { vapid_public_key: key } = await call("GET /web_push/subscriptions");
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registered.pushManager.subscribe(options).catch(() => {
    throw refusal(t("The push service of this browser cannot be reached."));
  });
  const { keys } = subscription.toJSON();
  await call("POST /web_push/subscriptions", {
    endpoint: subscription.endpoint,
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    shows_content: showsContent,
  });
  if (showsContent) device.remove(DISCREET);
  else device.set(DISCREET, "1");
  ownEndpoint.value = subscription.endpoint;
}

export async function turnOff(): Promise<void> {
  if (pushSupport() !== "possible") return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription === null || subscription === undefined) return;
  await inBackground(call("DELETE /web_push/subscriptions", { endpoint: subscription.endpoint }));
  await subscription.unsubscribe();
  ownEndpoint.value = null;
}

/** For a session that has ended by itself or elsewhere: the server has removed its subscription already. */
export async function forgetNotifications(): Promise<void> {
  if (pushSupport() !== "possible") return;
  // A browser that refuses either has nothing that could show anything.
  await inBackground(closeAndUnsubscribe());
  ownEndpoint.value = null;
}

async function closeAndUnsubscribe(): Promise<void> {
  const registered = await registration();
  const shown = (await registered?.getNotifications()) ?? [];
  for (const notification of shown) notification.close();
  await (await registered?.pushManager.getSubscription())?.unsubscribe();
}

/** A new password or key ends what the former session was sent: the browser that has asked for it subscribes again. */
export async function turnOnAgain(): Promise<void> {
  if (pushSupport() !== "possible") return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription === null || subscription === undefined) return;
  await turnOn(device.get(DISCREET) === null);
}
