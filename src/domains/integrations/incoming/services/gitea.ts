import { eventHeader, type Integration, type WebhookMessage } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import type { Payload } from "../payload.ts";
import { inlineCode } from "../text.ts";
import {
  branches,
  type Person,
  personLink,
  pushMessage,
  releaseMessage,
  shortRef,
  type Thing,
  thingMessage,
} from "./common/git.ts";

const verbOf = lookupIn({ opened: "opened", closed: "closed", reopened: "reopened" });

const reviewVerb = lookupIn({
  pull_request_approved: ":check_mark: approved",
  pull_request_rejected: "requested changes to",
  pull_request_comment: "commented on",
});

const NO_COMMIT = /^0+$/;

export const gitea: Integration = {
  name: "gitea",
  title: "Gitea and Forgejo",
  about: "Pushes, pull requests, issues, reviews and releases of repositories on Gitea or Forgejo.",
  setup: [
    "In the repository or the organization, open **Settings**, **Webhooks**, **Add Webhook**, **Gitea** (or **Forgejo**).",
    "As the **Target URL**, enter `{url}`; leave the method at **POST** and the content type at **application/json**.",
    "As the **Secret**, enter the bot's secret, so that only this server can post.",
    "Choose the events and save. **Test Delivery** sends an example.",
  ],
  events: {
    push: "Commits or tags were pushed.",
    create: "A branch or a tag was created.",
    delete: "A branch or a tag was deleted.",
    pull_request: "A pull request was opened, closed, merged or reopened.",
    pull_request_approved: "A review approves a pull request.",
    pull_request_rejected: "A review requests changes.",
    pull_request_comment: "A review or a comment on a pull request.",
    issues: "An issue was opened, closed or reopened.",
    issue_comment: "A comment on an issue or a pull request.",
    release: "A release was published.",
  },
  signature: { header: "X-Gitea-Signature", kind: "hmac" },
  delivery: { header: "X-Gitea-Delivery" },
  eventOf: (_payload, headers) => eventHeader(headers, "X-Gitea-Event"),
  message(payload, event) {
    const name = payload.text("sender.full_name") || payload.text("sender.login") || payload.text("sender.username");
    const by = { name, url: payload.text("sender.html_url") };
    return messageOf(payload, event, payload.needed("repository.name"), by);
  },
};

function messageOf(payload: Payload, event: string, repository: string, by: Person): WebhookMessage | undefined {
  if (event === "push") return pushOf(payload, repository, by);
  if (event === "create" || event === "delete") return refOf(payload, event, repository, by);
  if (event === "pull_request") return changeOf(payload, repository, by, "PR", payload.at("pull_request"));
  if (event === "issues") return changeOf(payload, repository, by, "issue", payload.at("issue"));
  if (event === "issue_comment") return commentOf(payload, repository, by);
  if (event === "release") return releaseMessage(payload, repository, by);
  const verb = reviewVerb(event) ?? "reviewed";
  // A comment on a pull request comes with the fields of an issue's.
  if (event === "pull_request_comment" && payload.text("comment.body") !== "")
    return commentOf(payload, repository, by);
  const text = payload.text("review.content");
  return thingMessage(repository, by, verb, thingOf("PR", payload.at("pull_request")), { text });
}

const thingOf = (kind: string, thing: Payload): Thing => ({
  kind,
  number: `#${thing.needed("number")}`,
  title: thing.needed("title"),
  url: thing.text("html_url"),
});

const pushOf = (payload: Payload, repository: string, by: Person): WebhookMessage =>
  pushMessage({
    by,
    repository,
    ref: payload.needed("ref"),
    isNew: NO_COMMIT.test(payload.text("before")),
    isGone: NO_COMMIT.test(payload.text("after")),
    url: payload.text("compare_url") || payload.text("repository.html_url"),
    commits: payload
      .list("commits")
      .map((commit) => ({ id: commit.text("id"), message: commit.text("message"), url: commit.text("url") })),
    total: payload.number("total_commits") ?? payload.count("commits"),
  });

/** New branches are told by their push. */
function refOf(payload: Payload, event: string, repository: string, by: Person): WebhookMessage | undefined {
  const kind = payload.text("ref_type") === "tag" ? "tag" : "branch";
  if (event === "create" && kind === "branch") return undefined;
  const name = shortRef(payload.needed("ref"));
  const verb = event === "create" ? "created" : "deleted";
  return {
    topic: `${repository} / ${kind === "tag" ? "tags" : name}`,
    content: `${personLink(by)} ${verb} the ${kind} ${inlineCode(name)}.`,
  };
}

function changeOf(payload: Payload, repository: string, by: Person, kind: string, thing: Payload) {
  const action = payload.needed("action");
  const verb = action === "closed" && thing.is("merged") ? "merged" : verbOf(action);
  if (verb === undefined) return undefined;
  const isOpened = action === "opened";
  return thingMessage(repository, by, verb, thingOf(kind, thing), {
    rest: isOpened ? branches(thing.text("head.ref"), thing.text("base.ref")) : "",
    text: isOpened ? thing.text("body") : "",
  });
}

function commentOf(payload: Payload, repository: string, by: Person): WebhookMessage | undefined {
  if (payload.text("action") !== "created") return undefined;
  const thing = payload.at(payload.at("issue").value === undefined ? "pull_request" : "issue");
  const on = thingOf(payload.is("is_pull") ? "PR" : "issue", thing);
  return thingMessage(
    repository,
    by,
    "commented on",
    { ...on, url: payload.text("comment.html_url") || on.url },
    { text: payload.needed("comment.body") },
  );
}
