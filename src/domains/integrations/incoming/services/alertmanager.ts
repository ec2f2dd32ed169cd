import type { Integration } from "../integration.ts";
import { anomalous } from "../payload.ts";
import { alertGroup, namedLink } from "./common/alerts.ts";

export const alertmanager: Integration = {
  name: "alertmanager",
  title: "Prometheus Alertmanager",
  about:
    "Alerts of Prometheus, one message for each group that Alertmanager sends. The topic is the name of the alert.",
  setup: [
    'In `alertmanager.yml`, add a receiver and a route that uses it:\n\n   ```yaml\n   receivers:\n     - name: parley\n       webhook_configs:\n         - url: "{url}"\n   route:\n     receiver: parley\n     group_by: [alertname]\n   ```',
    "Load the configuration again: `systemctl reload prometheus-alertmanager`, or `POST /-/reload`.",
  ],
  events: { firing: "At least one alert of the group is firing.", resolved: "All alerts of the group are resolved." },
  eventOf: (payload) => payload.needed("status"),
  message(payload) {
    if (payload.count("alerts") === 0) throw anomalous("The payload has no alerts");
    const name = payload.text("groupLabels.alertname") || payload.text("commonLabels.alertname");
    return alertGroup(payload, name || payload.text("receiver") || "Alerts", (alert) => [
      namedLink("Graph", alert.text("generatorURL")),
      namedLink("Runbook", alert.text("annotations.runbook_url")),
    ]);
  },
};
