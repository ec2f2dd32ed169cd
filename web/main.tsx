import { effect } from "@preact/signals";
import { render } from "preact";
import { fetchEarly } from "./feed/fetch.ts";
import { inBackground } from "./link/background.ts";
import { loadLanguage } from "./language/text.ts";
import { connection, startStore } from "./store.ts";
import "./push/install.ts";
import { openSharedText } from "./push/shared-text.ts";
import { App } from "./views/app.tsx";
import { setRegistry } from "./ui/open.ts";
import { route } from "./ui/route.ts";
import { followTheme } from "./ui/theme.ts";

openSharedText();
const language = loadLanguage();
startStore();
setRegistry(() => import("#web/actions/registry.ts"));
followTheme();
effect(() => {
  if (connection.value !== "registering") return;
  const shown = route.peek();
  if (shown.view === "narrow") fetchEarly(shown.narrow);
});
if (route.peek().view === "inbox") void inBackground(import("#web/views/lists/inbox.tsx"));
// The columns beside the messages are drawn a frame after them.
void inBackground(import("#web/views/columns/navigation.tsx"));
await language;
render(<App />, document.getElementById("app") as HTMLElement);
void inBackground(import("#web/push/own-device.ts").then(({ followStay }) => followStay()));

// A notification was clicked.
navigator.serviceWorker?.addEventListener("message", ({ data }: MessageEvent<{ kind?: string; url?: string }>) => {
  if (data.kind === "open" && data.url !== undefined) location.hash = new URL(data.url, location.href).hash;
});

// While the client is being worked on, the server tells of every build.
if (document.querySelector('meta[name="parley-reload"]') !== null) {
  new EventSource("/static/web-reload").addEventListener("message", () => location.reload());
}
