import { keepFiles } from "./kept-files.ts";
import { type OpenPage, scope } from "./worker-scope.ts";

/**
 * Keeps the client's files, and shows notifications while Parley is not open. It is a classic script: what it imports is
 * bundled into it. What it receives is `PushPayload` in src/domains/notifications/web-push/payload.ts.
 */
interface Shown {
  readonly messageId: number;
  readonly url: string;
  readonly count: number;
}

type Received =
  | {
      readonly type: "message";
      readonly tag: string;
      readonly message_id: number;
      readonly organization: string;
      readonly title: string;
      readonly body: string;
      readonly url: string;
    }
  | { readonly type: "read"; readonly tag: string; readonly message_id: number };

keepFiles();

scope.addEventListener("push", (event) => {
  const received = event.data?.json() as Received | undefined;
  if (received === undefined) return;
  const handle = () => (received.type === "message" ? show(received) : clear(received));
  earlier = earlier.then(handle, handle);
  event.waitUntil(earlier);
});

/** One after another: two messages that come at once must both be counted. */
let earlier: Promise<unknown> = Promise.resolve();

const pages = (): Promise<OpenPage[]> => scope.clients.matchAll({ type: "window", includeUncontrolled: true });
const shownWith = (tag: string): Promise<Notification[]> => scope.registration.getNotifications({ tag });

/** One notification for each conversation, with the number of its messages. An open page shows messages itself. */
async function show({ tag, title, body, url, message_id: messageId }: Extract<Received, { type: "message" }>) {
  if ((await pages()).some(({ visibilityState, focused }) => visibilityState === "visible" && focused)) return;
  const [before] = await shownWith(tag);
  const count = ((before?.data as Shown | undefined)?.count ?? 0) + 1;
  const data: Shown = { messageId, url, count };
  await scope.registration.showNotification(count > 1 ? `(${count}) ${title}` : title, {
    body,
    tag,
    data,
    renotify: true,
  } as NotificationOptions);
}

async function clear({ tag, message_id: upTo }: Extract<Received, { type: "read" }>): Promise<void> {
  for (const notification of await shownWith(tag)) {
    if ((notification.data as Shown).messageId <= upTo) notification.close();
  }
}

scope.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  if (notification === undefined) return;
  notification.close();
  event.waitUntil(openPage((notification.data as Shown).url));
});

async function openPage(url: string): Promise<void> {
  const [page] = await pages();
  if (page === undefined) {
    await scope.clients.openWindow(url);
    return;
  }
  page.postMessage({ kind: "open", url });
  await page.focus();
}
