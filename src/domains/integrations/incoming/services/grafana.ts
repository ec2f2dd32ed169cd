import type { Integration } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import { type Payload } from "../payload.ts";
import { blocks, bold, bullets, joinedLines, linkTo, plain, quote } from "../text.ts";
import { alertGroup, namedLink } from "./common/alerts.ts";

/** Before Grafana 9: one alert, with the states of its rule. */
const stateBefore9 = lookupIn({
  alerting: "firing",
  ok: "resolved",
  no_data: "no_data",
  paused: "paused",
  pending: "pending",
});

export const grafana: Integration = {
  name: "grafana",
  title: "Grafana",
  about: "Alerts of Grafana, one message for each group. The topic is the name of the alert rule.",
  setup: [
    "In Grafana, open **Alerting**, **Contact points**, **Add contact point**, and choose the integration **Webhook**.",
    "As the URL, enter `{url}`; leave the HTTP method at POST.",
    "To have requests signed (Grafana 12 and newer), enter the bot's secret as the secret of **HMAC Signature**, and leave its headers as they are.",
    "**Test** sends an example; then let a notification policy use the contact point.",
  ],
  events: {
    firing: "At least one alert of the group is firing.",
    resolved: "All alerts of the group are resolved.",
    no_data: "A rule of an older Grafana got no data.",
    paused: "A rule of an older Grafana was paused.",
    pending: "A rule of an older Grafana is pending.",
  },
  signature: { header: "X-Grafana-Alerting-Signature", kind: "hmac" },
  eventOf(payload) {
    if (payload.text("ruleName") === "") return payload.needed("status");
    const state = payload.needed("state");
    return stateBefore9(state) ?? state;
  },
  message(payload, event) {
    if (payload.count("alerts") === 0) return oldMessage(payload, event);
    const name = payload.text("groupLabels.alertname") || payload.text("commonLabels.alertname");
    return alertGroup(payload, name || payload.text("title") || "Alerts", (alert) => [
      namedLink("Source", alert.text("generatorURL")),
      namedLink("Dashboard", alert.text("dashboardURL")),
      namedLink("Panel", alert.text("panelURL")),
      namedLink("Silence", alert.text("silenceURL")),
    ]);
  },
};

function oldMessage(payload: Payload, event: string) {
  const name = payload.needed("ruleName");
  const state =
    event === "firing" ? ":alert: **Firing**" : event === "resolved" ? ":check_mark: **Resolved**" : bold(event);
  const values = payload
    .list("evalMatches")
    .map((match) => `${plain(match.text("metric"), 100)}: ${plain(match.text("value"), 50)}`);
  return {
    topic: name,
    content: blocks(
      joinedLines(`${state}: ${linkTo(name, payload.text("ruleUrl"))}`),
      values.length === 0 ? "" : bullets(values, payload.count("evalMatches")),
      quote(payload.text("message"), 500),
    ),
  };
}
