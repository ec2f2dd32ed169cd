import { effect } from "@preact/signals";
import { render } from "preact";
import { fetchEarly } from "./feed/fetch.ts";
import { loadLanguage } from "./language/text.ts";
import { connection, startStore } from "./store.ts";
import { App } from "./views/app.tsx";
import { route } from "./ui/route.ts";
import { followTheme } from "./ui/theme.ts";

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

await loadLanguage();
startStore(meta("parley-link") ?? "");
followTheme();
effect(() => {
  if (connection.value !== "registering") return;
  const shown = route.peek();
  if (shown.view === "narrow") fetchEarly(shown.narrow);
});
render(<App />, document.getElementById("app") as HTMLElement);

// While the client is being worked on, the server tells of every build.
if (meta("parley-reload") !== undefined) {
  new EventSource("/static/web-reload").addEventListener("message", () => location.reload());
}
