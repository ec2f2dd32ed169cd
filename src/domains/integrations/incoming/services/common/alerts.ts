import type { WebhookMessage } from "#domains/integrations/incoming/integration.ts";
import type { Payload } from "#domains/integrations/incoming/payload.ts";
import { blocks, bold, joinedLines, linkTo, plain, quote } from "#domains/integrations/incoming/text.ts";

/** Groups of alerts in the form of Alertmanager, which Grafana uses, too. */

const MAX_ALERTS = 10;
const MAX_LABELS = 8;
/** Shown already, as the title and the text. */
const SHOWN_LABELS = new Set(["alertname", "grafana_folder"]);

const FIRING = ":alert:";
const RESOLVED = ":check_mark:";

/** A message about all alerts of a group. `links` are further links of one alert. */
export function alertGroup(
  group: Payload,
  topic: string,
  links: (alert: Payload) => readonly string[],
): WebhookMessage {
  const total = group.count("alerts") + (group.number("truncatedAlerts") ?? 0);
  const alerts = group.list("alerts").slice(0, MAX_ALERTS);
  const more = total - alerts.length;
  return {
    topic,
    content: blocks(
      ...alerts.map((alert) => alertText(alert, links(alert))),
      more > 0 ? `… and ${more} more ${more === 1 ? "alert" : "alerts"}.` : "",
    ),
  };
}

function alertText(alert: Payload, links: readonly string[]): string {
  const isResolved = alert.text("status") === "resolved";
  const name = alert.text("labels.alertname");
  const labels = alert.entries("labels").filter(([label]) => !SHOWN_LABELS.has(label));
  const summary = alert.text("annotations.summary");
  const description = alert.text("annotations.description") || alert.text("annotations.message");
  const state = isResolved ? `${RESOLVED} **Resolved**` : `${FIRING} **Firing**`;
  return joinedLines(
    `${state}: ${bold(name === "" ? "Alert" : name)}${summary === "" ? "" : ` – ${plain(summary)}`}`,
    labels
      .slice(0, MAX_LABELS)
      .map(([label, value]) => `${plain(label, 50)}=${plain(value, 100)}`)
      .join(", "),
    links.filter((link) => link !== "").join(" · "),
    description === "" ? "" : `\n${quote(description, 500)}\n`,
  ).trimEnd();
}

/** A named link; nothing if the URL is none. */
export const namedLink = (name: string, url: string): string => (url === "" ? "" : linkTo(name, url));
