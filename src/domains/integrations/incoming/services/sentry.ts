import { eventHeader, type Integration, type WebhookMessage } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import { anomalous, type Payload } from "../payload.ts";
import { blocks, bold, inlineCode, linkTo, plain, quote } from "../text.ts";

const issueVerb = lookupIn({
  created: ":alert: There is a new issue",
  resolved: ":check_mark: Resolved",
  unresolved: ":alert: Unresolved again",
  assigned: ":forward: Assigned",
  archived: ":mute: Archived",
  ignored: ":mute: Archived",
});

export const sentry: Integration = {
  name: "sentry",
  title: "Sentry",
  about: "Issues, errors and alerts of Sentry. The topic is the issue, or the alert rule.",
  setup: [
    "In Sentry, open **Settings**, **Developer Settings**, **Create New Integration**, **Internal Integration**.",
    "As the **Webhook URL**, enter `{url}`; turn **Alert Rule Action** on, and choose the events **issue**, **error** and **comment** as you wish.",
    "Save. Sentry then shows a **Client Secret**: enter it as the bot's secret, so that only Sentry can post.",
    "Let alert rules use the integration by the action **Send a notification via an integration**.",
  ],
  events: {
    issue: "An issue was created, resolved, assigned or archived.",
    event_alert: "An alert rule for issues has fired.",
    metric_alert: "A metric alert is critical, is a warning, or is resolved.",
    error: "An error was recorded.",
    comment: "Somebody commented on an issue.",
    installation: "The integration was installed.",
  },
  signature: { header: "Sentry-Hook-Signature", kind: "hmac" },
  delivery: { header: "Request-ID" },
  eventOf: (_payload, headers) => eventHeader(headers, "Sentry-Hook-Resource"),
  message(payload, event) {
    if (event === "issue") return issueMessage(payload);
    if (event === "event_alert") return errorMessage(payload.at("data.event"), payload.text("data.triggered_rule"));
    if (event === "error") return errorMessage(payload.at("data.error"), "");
    if (event === "metric_alert") return metricMessage(payload);
    if (event === "comment") return commentMessage(payload);
    return { topic: "Sentry", content: ":wave: Sentry can post here." };
  },
};

function issueMessage(payload: Payload): WebhookMessage | undefined {
  const issue = payload.at("data.issue");
  const title = issue.needed("title");
  const verb = issueVerb(payload.text("action"));
  if (verb === undefined) return undefined;
  const url = issue.text("web_url") || issue.text("permalink");
  const assignee = issue.text("assignedTo.name");
  const to = payload.text("action") === "assigned" && assignee !== "" ? ` to ${plain(assignee, 100)}` : "";
  const project = issue.text("project.name") || issue.text("project.slug");
  return {
    topic: title,
    content: blocks(
      `${verb}${to}: ${linkTo(title, url)}`,
      facts([
        ["Project", plain(project, 100)],
        ["Level", plain(issue.text("level"), 50)],
        ["Where", inlineCode(issue.text("culprit"))],
      ]),
    ),
  };
}

function errorMessage(error: Payload, rule: string): WebhookMessage {
  const title = error.text("title");
  if (title === "") throw anomalous("The payload has no event with a title");
  return {
    topic: title,
    content: blocks(
      `:alert: ${linkTo(title, error.text("web_url") || error.text("url"))}`,
      facts([
        ["Rule", plain(rule, 100)],
        ["Level", plain(error.text("level"), 50)],
        ["Environment", plain(error.text("environment"), 50)],
        ["Where", inlineCode(error.text("culprit"))],
      ]),
      quote(error.text("message") || error.text("metadata.value"), 500),
    ),
  };
}

function metricMessage(payload: Payload): WebhookMessage {
  const title = payload.text("data.metric_alert.alert_rule.name") || payload.needed("data.description_title");
  const emoji = payload.text("action") === "resolved" ? ":check_mark:" : ":alert:";
  return {
    topic: title,
    content: blocks(
      `${emoji} ${bold(payload.text("action"), 50)}: ${linkTo(payload.text("data.description_title") || title, payload.text("data.web_url"))}`,
      quote(payload.text("data.description_text"), 500),
    ),
  };
}

function commentMessage(payload: Payload): WebhookMessage | undefined {
  const text = payload.text("data.comment");
  if (payload.text("action") !== "created" || text === "") return undefined;
  const by = plain(payload.text("actor.name") || "Somebody", 100);
  const issue = payload.needed("data.issue_id");
  return { topic: `Issue ${issue}`, content: blocks(`${by} commented on issue ${plain(issue, 50)}:`, quote(text)) };
}

const facts = (all: readonly (readonly [label: string, value: string])[]): string =>
  all
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `${label}: ${value}`)
    .join(" · ");
