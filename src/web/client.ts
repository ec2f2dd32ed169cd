import type { PageRoute } from "#api/pages/page.ts";
import type { Config } from "#config/config.ts";
import type { Logger } from "#platform/logger.ts";
import { webPages } from "./pages.ts";
import { prepareWebClient } from "./prepare.ts";
import { watchSources } from "./watch.ts";

/** What serves the browser client, as the operator wants it. */
export function webClientPages(config: Pick<Config, "web" | "gravatar">, log: Logger): PageRoute[] {
  if (config.web === "off") return [];
  if (config.web === "on") return webPages(prepareWebClient, config);
  const { current, pages } = watchSources(log);
  return [...webPages(current, config), ...pages];
}
