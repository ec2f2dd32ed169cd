import { createHub } from "./hub.ts";
import type { Link, TabPort, ToLink, ToTab } from "./protocol.ts";
import { randomId } from "./random-id.ts";

/** What goes over the channel: to the tab that runs the link, or from it to one tab or all. */
type OnChannel =
  | { readonly from: string; readonly message: ToLink }
  | { readonly to: string; readonly message: ToTab }
  /** Another tab runs the link now: the former one was closed. */
  | { readonly isElected: true }
  /** Without locks: a tab would run the link, unless another one says that it does, or is before it. */
  | { readonly candidate: string };

/**
 * Without a SharedWorker one tab runs the link: the one that gets a lock, which the browser passes to another when that
 * tab is gone. Other tabs talk to it over a channel. Each build has a link of its own: after an upgrade of the server, old
 * and new tabs do not understand each other.
 */
export function joinElected(build: string, onMessage: (message: ToTab) => void): Link {
  const name = randomId();
  const channel = openChannel(`parley-link ${build}`);
  const send = (message: OnChannel) => channel?.postMessage(message);
  const listen = (listener: (data: OnChannel) => void) =>
    channel?.addEventListener("message", ({ data }: MessageEvent<OnChannel>) => listener(data));
  let post = (message: ToLink) => send({ from: name, message });

  listen((data) => {
    if ("isElected" in data) post({ kind: "hello" });
    else if ("to" in data && data.to === name) onMessage(data.message);
  });

  const runLink = () => {
    const hub = createHub(build);
    const others = new Map<string, TabPort>();
    const portOf = (tab: string): TabPort => {
      const port = others.get(tab) ?? { postMessage: (message: ToTab) => send({ to: tab, message }) };
      others.set(tab, port);
      return port;
    };
    const own: TabPort = { postMessage: onMessage };
    post = (message) => hub.receive(message, own);
    listen((data) => {
      if ("from" in data) hub.receive(data.message, portOf(data.from));
      else if ("candidate" in data) send({ isElected: true });
      // This tab was frozen, and another one runs the link since: there is one queue for both.
      else if ("isElected" in data) location.reload();
    });
    hub.receive({ kind: "hello" }, own);
    send({ isElected: true });
  };
  const { locks } = navigator as { locks?: LockManager };
  if (channel === undefined) runLink();
  // Until the tab is closed.
  else if (locks !== undefined)
    void locks.request(`parley-link ${build}`, () => {
      runLink();
      return new Promise(() => {});
    });
  else electWithoutLocks({ name, send, listen, runLink });
  post({ kind: "hello" });
  return { post: (message) => post(message) };
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

interface Election {
  readonly name: string;
  readonly send: (message: OnChannel) => void;
  readonly listen: (listener: (data: OnChannel) => void) => void;
  readonly runLink: () => void;
}

/** So long a tab waits for another that runs the link, or would. */
const ANSWER_MS = 300;
/** Tabs that do not run the link ask so often whether somebody does. */
const ASK_EVERY_MS = 3000;

/**
 * Over plain http there are no locks: a tab asks who runs the link, and runs it where nobody answers. Of two that ask at
 * once, the one whose name comes first does.
 */
function electWithoutLocks({ name, send, listen, runLink }: Election): void {
  let isRunning = false;
  let isAnswered = false;
  listen((data) => {
    if ("isElected" in data || "to" in data) isAnswered = true;
    else if ("candidate" in data && !isRunning) {
      if (data.candidate < name) isAnswered = true;
      else send({ candidate: name });
    }
  });
  const ask = () => {
    if (isRunning) return;
    isAnswered = false;
    send({ candidate: name });
    setTimeout(() => {
      if (isAnswered || isRunning) return;
      isRunning = true;
      runLink();
    }, ANSWER_MS);
  };
  ask();
  setInterval(ask, ASK_EVERY_MS);
}
