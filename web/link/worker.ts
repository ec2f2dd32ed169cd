import { createHub } from "./hub.ts";
import type { ToLink } from "./protocol.ts";

/** The shared worker of all tabs. Its address names the build, because it changes with the code. */
const hub = createHub(self.location.pathname);

self.addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  port.addEventListener("message", ({ data }: MessageEvent<ToLink>) => hub.receive(data, port));
  port.start();
});
