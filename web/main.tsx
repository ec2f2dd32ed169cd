import { render } from "preact";
import { loadLanguage } from "./language/text.ts";
import { startStore } from "./store.ts";
import { App } from "./views/app.tsx";
import { followTheme } from "./ui/theme.ts";

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

await loadLanguage();
startStore(meta("parley-link") ?? "");
followTheme();
render(<App />, document.getElementById("app") as HTMLElement);

// While the client is being worked on, the server tells of every build.
if (meta("parley-reload") !== undefined) {
  new EventSource("/static/web-reload").addEventListener("message", () => location.reload());
}
