import type { Integration } from "../integration.ts";
import { alertmanager } from "./alertmanager.ts";
import { gitea } from "./gitea.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { grafana } from "./grafana.ts";
import { jira } from "./jira.ts";
import { jsonIntegration } from "./json.ts";
import { pagerduty } from "./pagerduty.ts";
import { sentry } from "./sentry.ts";
import { slackIncoming } from "./slack-incoming.ts";
import { uptimeKuma } from "./uptime-kuma.ts";

/** In the order of the documentation. */
export const INTEGRATIONS: readonly Integration[] = [
  jsonIntegration,
  slackIncoming,
  github,
  gitlab,
  gitea,
  jira,
  grafana,
  alertmanager,
  sentry,
  pagerduty,
  uptimeKuma,
];
