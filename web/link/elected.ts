import { createHub } from "./hub.ts";
import type { TabPort, ToLink, ToTab } from "./protocol.ts";
import { randomId } from "./random-id.ts";
import type { Link } from "./tabs.ts";

/** What goes over the channel: to the tab that runs the link, or from it to one tab or all. */
type OnChannel =
  | { readonly from: string; readonly message: ToLink }
  | { readonly to: string; readonly message: ToTab }
  /** Another tab runs the link now: the former one was closed. */
  | { readonly isElected: true };

/**
 * Without a SharedWorker one tab runs the link: the one that gets a lock, which the browser passes to another when that
 * tab is gone. Other tabs talk to it over a channel.
 */
export function joinElected(build: string, onMessage: (message: ToTab) => void): Link {
  const name = randomId();
  const channel = new BroadcastChannel("parley-link");
  let post = (message: ToLink) => channel.postMessage({ from: name, message } satisfies OnChannel);

  channel.addEventListener("message", ({ data }: MessageEvent<OnChannel>) => {
    if ("isElected" in data) post({ kind: "hello" });
    else if ("to" in data && data.to === name) onMessage(data.message);
  });

  const runLink = async () => {
    const hub = createHub(build);
    const others = new Map<string, TabPort>();
    const portOf = (tab: string): TabPort => {
      const port = others.get(tab) ?? {
        postMessage: (message: ToTab) => channel.postMessage({ to: tab, message } satisfies OnChannel),
      };
      others.set(tab, port);
      return port;
    };
    const own: TabPort = { postMessage: onMessage };
    post = (message) => hub.receive(message, own);
    channel.addEventListener("message", ({ data }: MessageEvent<OnChannel>) => {
      if ("from" in data) hub.receive(data.message, portOf(data.from));
    });
    hub.receive({ kind: "hello" }, own);
    channel.postMessage({ isElected: true } satisfies OnChannel);
    // Until the tab is closed.
    await new Promise(() => {});
  };
  void navigator.locks.request("parley-link", runLink);
  post({ kind: "hello" });
  return { post: (message) => post(message) };
}
