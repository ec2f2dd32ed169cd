import type { Integration, WebhookMessage } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import type { Payload } from "../payload.ts";
import { blocks, linkTo, plain, quote } from "../text.ts";

/** What is said of an incident, with the emoji of its state. */
const incidentOf = lookupIn<readonly [emoji: string, verb: string]>({
  "incident.triggered": [":alert:", "was triggered"],
  "incident.acknowledged": [":eyes:", "was acknowledged"],
  "incident.unacknowledged": [":alert:", "is no longer acknowledged"],
  "incident.resolved": [":check_mark:", "was resolved"],
  "incident.reopened": [":alert:", "was opened again"],
  "incident.escalated": [":up:", "was escalated"],
  "incident.delegated": [":forward:", "was passed to another escalation policy"],
  "incident.reassigned": [":forward:", "was reassigned"],
  "incident.priority_updated": [":information:", "has another priority"],
});

export const pagerduty: Integration = {
  name: "pagerduty",
  title: "PagerDuty",
  about: "Incidents of PagerDuty, by its webhooks of version 3. The topic is the incident with its number.",
  setup: [
    "In PagerDuty, open **Integrations**, **Generic Webhooks (v3)**, **New Webhook**.",
    "As the **Webhook URL**, enter `{url}`, and choose the service or team, and the events.",
    "PagerDuty shows a signing secret once, after the webhook was added: enter it as the bot's secret, so that only PagerDuty can post.",
    "**Send Test Event** on the page of the webhook shows whether it works.",
  ],
  events: {
    "incident.triggered": "An incident begins.",
    "incident.acknowledged": "Somebody works on it.",
    "incident.unacknowledged": "Nobody works on it any more.",
    "incident.resolved": "It is over.",
    "incident.reopened": "It is not over after all.",
    "incident.escalated": "It goes to the next level.",
    "incident.delegated": "It goes to another escalation policy.",
    "incident.reassigned": "It goes to somebody else.",
    "incident.priority_updated": "Its priority changed.",
    "incident.annotated": "Somebody wrote a note.",
    "pagey.ping": "The test event.",
  },
  signature: { header: "X-PagerDuty-Signature", kind: "hmac", prefix: "v1=" },
  delivery: { path: "event.id" },
  eventOf: (payload) => payload.needed("event.event_type"),
  message(payload, name) {
    const event = payload.at("event");
    if (name === "pagey.ping") {
      return {
        topic: "PagerDuty",
        content: `:wave: ${plain(event.text("data.message") || "PagerDuty can post here.")}`,
      };
    }
    return name === "incident.annotated" ? noteMessage(event) : incidentMessage(event, name);
  },
};

const topicOf = (number: string, title: string): string => `Incident #${number} ${title}`.trim();

function incidentMessage(event: Payload, name: string): WebhookMessage {
  const incident = event.at("data");
  const title = incident.needed("title");
  const number = incident.text("number");
  const [emoji = "", verb = ""] = incidentOf(name) ?? [];
  const agent = event.text("agent.summary");
  const by = agent === "" ? "" : ` by ${linkTo(agent, event.text("agent.html_url"), 100)}`;
  const priority = incident.text("priority.summary");
  const assignees = incident
    .list("assignees")
    .map((assignee) => linkTo(assignee.text("summary"), assignee.text("html_url"), 100));
  const facts = [
    ["Service", linkTo(incident.text("service.summary"), incident.text("service.html_url"), 100)],
    ["Urgency", plain(incident.text("urgency"), 50)],
    ["Priority", plain(priority, 50)],
    [
      "Assigned to",
      assignees
        .filter((assignee) => assignee !== "")
        .slice(0, 5)
        .join(", "),
    ],
  ];
  const told = facts.filter(([, value]) => value !== "").map(([label, value]) => `${label}: ${value}`);
  return {
    topic: topicOf(number, title),
    content: blocks(
      `${emoji} ${linkTo(`#${number} ${title}`, incident.text("html_url"))} ${verb}${by}.`,
      told.join(" · "),
    ),
  };
}

function noteMessage(event: Payload): WebhookMessage {
  const incident = event.at("data.incident");
  const title = incident.needed("summary");
  const agent = event.text("agent.summary");
  return {
    topic: `Incident ${title}`,
    content: blocks(
      `:note: ${plain(agent === "" ? "Somebody" : agent, 100)} wrote a note on ${linkTo(title, incident.text("html_url"))}:`,
      quote(event.text("data.content")),
    ),
  };
}
