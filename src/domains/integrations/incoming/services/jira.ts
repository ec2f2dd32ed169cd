import type { Integration, WebhookMessage } from "../integration.ts";
import type { Payload } from "../payload.ts";
import { blocks, bullets, inlineCode, linkTo, plain, quote } from "../text.ts";

/** Fields whose changes are worth a line each. */
const TOLD_FIELDS = new Set(["status", "assignee", "priority", "summary", "resolution", "Fix Version", "Sprint"]);

export const jira: Integration = {
  name: "jira",
  title: "Jira",
  about: "Issues and comments of Jira, in the cloud and on servers. The topic is the issue.",
  setup: [
    "As an administrator of Jira, open **Settings**, **System**, **WebHooks**, **Create a WebHook**.",
    "As the **URL**, enter `{url}`; choose the events of issues and comments, and a query for the projects.",
    "As the **Secret**, enter the bot's secret, so that only Jira can post. Older servers have no such field; then leave the bot without a secret.",
  ],
  events: {
    "jira:issue_created": "An issue was created.",
    "jira:issue_updated": "The status, assignee, priority, title, resolution, version or sprint of an issue changed.",
    "jira:issue_deleted": "An issue was deleted.",
    comment_created: "Somebody commented.",
    comment_updated: "A comment was changed.",
    comment_deleted: "A comment was deleted.",
  },
  signature: { header: "X-Hub-Signature", kind: "hmac", prefix: "sha256=" },
  delivery: { header: "X-Atlassian-Webhook-Identifier" },
  eventOf: (payload) => payload.needed("webhookEvent"),
  message(payload, event) {
    const key = payload.needed("issue.key");
    const title = payload.text("issue.fields.summary");
    const topic = `${key} ${title}`;
    const issue = linkTo(topic, addressOf(payload, key));
    const sentence = (who: string, verb: string, text = ""): WebhookMessage => ({
      topic,
      content: blocks(
        `${plain(who === "" ? "Somebody" : who, 100)} ${verb} ${issue}${text === "" ? "." : ":"}`,
        quote(text),
      ),
    });
    const user = payload.text("user.displayName");
    switch (event) {
      case "jira:issue_created":
        return sentence(
          user,
          `created the ${plain(payload.text("issue.fields.issuetype.name") || "issue", 50)}`,
          payload.text("issue.fields.description"),
        );
      case "jira:issue_updated":
        return updateOf(payload, sentence(user, "changed"));
      case "jira:issue_deleted":
        return sentence(user, "deleted");
      case "comment_created":
        return sentence(payload.text("comment.author.displayName"), "commented on", payload.text("comment.body"));
      case "comment_updated":
        return sentence(
          payload.text("comment.updateAuthor.displayName"),
          "changed a comment on",
          payload.text("comment.body"),
        );
      default:
        return sentence(payload.text("comment.author.displayName") || user, "deleted a comment on");
    }
  },
};

/** `self` is a URL of the API on the same server. */
function addressOf(payload: Payload, key: string): string {
  const self = payload.text("issue.self");
  const end = self.indexOf("/rest/api/");
  return end < 0 ? "" : `${self.slice(0, end)}/browse/${encodeURIComponent(key)}`;
}

/** Servers report comments in this way, too, as their own event comes in addition. */
function updateOf(payload: Payload, { topic, content }: WebhookMessage): WebhookMessage | undefined {
  const changes = payload.list("changelog.items").filter((item) => TOLD_FIELDS.has(item.text("field")));
  if (changes.length === 0) return undefined;
  const told = changes.map((item) => {
    const from = item.text("fromString");
    const before = from === "" ? "" : ` from ${inlineCode(from, 100)}`;
    return `${plain(item.text("field"), 50)}${before} to ${inlineCode(item.text("toString"), 100) || "none"}`;
  });
  return { topic, content: blocks(content, bullets(told)) };
}
