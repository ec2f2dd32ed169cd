import type { PageRoute } from "../api/pages/page.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../platform/logger.ts";
import { webPages } from "./pages.ts";
import { prepareWebClient } from "./prepare.ts";
import { watchSources } from "./watch.ts";

/** What serves the browser client, as the operator wants it. */
export function webClientPages({ web }: Pick<Config, "web">, log: Logger): PageRoute[] {
  if (web === "off") return [];
  if (web === "on") return webPages(prepareWebClient);
  const { current, pages } = watchSources(log);
  return [...webPages(current), ...pages];
}
