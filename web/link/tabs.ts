import type { Link, ToTab } from "./protocol.ts";
import { linkUrl, sharedWorker } from "./start.ts";

/** Joins the link of all tabs of this browser, which begins with the first one. */
export function joinLink(onMessage: (message: ToTab) => void): Link {
  const link = sharedWorker === undefined ? joinLater(onMessage) : joinWorker(sharedWorker, onMessage);
  // A tab that comes back from the browser's cache says hello again.
  addEventListener("pagehide", () => link.post({ kind: "bye" }));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) link.post({ kind: "hello" });
  });
  return link;
}

/** It was said hello when it was started, and what it answered waits for `start`. */
function joinWorker({ port }: SharedWorker, onMessage: (message: ToTab) => void): Link {
  port.addEventListener("message", ({ data }: MessageEvent<ToTab>) => onMessage(data));
  port.start();
  return { post: (message) => port.postMessage(message) };
}

/** Where there is no SharedWorker (Chrome on Android), the link is in one of the tabs. Few need the code for that. */
function joinLater(onMessage: (message: ToTab) => void): Link {
  const joining = import("#web/link/elected.ts").then(({ joinElected }) => joinElected(linkUrl, onMessage));
  return { post: (message) => void joining.then((link) => link.post(message)) };
}
