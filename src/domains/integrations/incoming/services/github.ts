import { eventHeader, type Integration, type WebhookMessage } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import type { Payload } from "../payload.ts";
import { blocks, bold, inlineCode, linkTo, plain, quote } from "../text.ts";
import {
  branches,
  type Person,
  personLink,
  pushMessage,
  releaseMessage,
  type Thing,
  thingMessage,
} from "./common/git.ts";

/** Actions on pull requests and issues that are worth a message, and how they are told. */
const verbOf = lookupIn({
  opened: "opened",
  closed: "closed",
  reopened: "reopened",
  ready_for_review: "marked as ready for review",
  converted_to_draft: "turned into a draft",
  assigned: "assigned",
  deleted: "deleted",
  transferred: "transferred",
});

const reviewVerb = lookupIn({
  approved: ":check_mark: approved",
  changes_requested: "requested changes to",
  commented: "reviewed",
});

const runOutcome = lookupIn({
  success: ":check_mark: succeeded",
  failure: ":alert: failed",
  timed_out: ":alert: timed out",
  cancelled: "was cancelled",
  action_required: ":warning: needs somebody",
  startup_failure: ":alert: could not start",
});

export const github: Integration = {
  name: "github",
  title: "GitHub",
  about: "Pushes, pull requests, issues, reviews, releases and workflow runs of repositories on GitHub.",
  setup: [
    "In the repository or the organization, open **Settings**, **Webhooks**, **Add webhook**.",
    "As the **Payload URL**, enter `{url}`; as the **Content type**, choose **application/json**.",
    "As the **Secret**, enter the bot's secret, so that only GitHub can post.",
    "Choose the events. GitHub then sends a ping, which becomes the first message.",
  ],
  events: {
    ping: "The webhook was set up.",
    push: "Commits or tags were pushed, or a branch or tag was created or deleted.",
    pull_request: "A pull request was opened, closed, merged, assigned, or is ready for review.",
    pull_request_review: "A review was submitted.",
    pull_request_review_comment: "A comment on a line of a pull request.",
    issues: "An issue was opened, closed, assigned, transferred or deleted.",
    issue_comment: "A comment on an issue or a pull request.",
    commit_comment: "A comment on a commit.",
    release: "A release was published.",
    workflow_run: "A run of a workflow is over.",
  },
  signature: { header: "X-Hub-Signature-256", kind: "hmac", prefix: "sha256=" },
  delivery: { header: "X-GitHub-Delivery" },
  eventOf: (_payload, headers) => eventHeader(headers, "X-GitHub-Event"),
  message(payload, event) {
    const repository = payload.text("repository.name") || payload.text("organization.login");
    const by = { name: payload.text("sender.login"), url: payload.text("sender.html_url") };
    return messageOf(event)?.(payload, repository, by);
  },
};

type MessageOf = (payload: Payload, repository: string, by: Person) => WebhookMessage | undefined;

const thingOf = (kind: string, thing: Payload): Thing => ({
  kind,
  number: `#${thing.needed("number")}`,
  title: thing.needed("title"),
  url: thing.text("html_url"),
});

const to = (name: string): string => (name === "" ? "" : ` to ${plain(name, 100)}`);

const pushOf: MessageOf = (payload, repository, by) => {
  const commits = payload.list("commits");
  return pushMessage({
    by: by.name === "" ? { name: payload.text("pusher.name") } : by,
    repository,
    ref: payload.needed("ref"),
    isForced: payload.is("forced"),
    isNew: payload.is("created"),
    isGone: payload.is("deleted"),
    url: payload.text("compare"),
    commits: commits.map((commit) => ({
      id: commit.text("id"),
      message: commit.text("message"),
      url: commit.text("url"),
    })),
    total: payload.count("commits"),
  });
};

const pullRequestOf: MessageOf = (payload, repository, by) => {
  const request = payload.at("pull_request");
  const action = payload.needed("action");
  const verb = action === "closed" && request.is("merged") ? "merged" : verbOf(action);
  if (verb === undefined) return undefined;
  const isOpened = action === "opened";
  const assignee = action === "assigned" ? to(payload.text("assignee.login")) : "";
  return thingMessage(repository, by, verb, thingOf("PR", request), {
    rest: (isOpened ? branches(request.text("head.ref"), request.text("base.ref")) : "") + assignee,
    text: isOpened ? request.text("body") : "",
  });
};

const issueOf: MessageOf = (payload, repository, by) => {
  const action = payload.needed("action");
  const verb = verbOf(action);
  if (verb === undefined) return undefined;
  const assignee = action === "assigned" ? to(payload.text("assignee.login")) : "";
  return thingMessage(repository, by, verb, thingOf("issue", payload.at("issue")), {
    rest: assignee,
    text: action === "opened" ? payload.text("issue.body") : "",
  });
};

const reviewOf: MessageOf = (payload, repository, by) => {
  const verb = reviewVerb(payload.text("review.state").toLowerCase());
  const text = payload.text("review.body");
  // The comments of a review come as events of their own.
  if (payload.text("action") !== "submitted" || verb === undefined || (verb === "reviewed" && text === "")) {
    return undefined;
  }
  const request = { ...thingOf("PR", payload.at("pull_request")), url: payload.text("review.html_url") };
  return thingMessage(repository, by, verb, request, { text });
};

const commentOf = (payload: Payload, repository: string, by: Person, thing: Thing): WebhookMessage | undefined => {
  if (payload.text("action") !== "created") return undefined;
  const url = payload.text("comment.html_url") || thing.url;
  const path = payload.text("comment.path");
  return thingMessage(
    repository,
    by,
    "commented on",
    { ...thing, url },
    {
      rest: path === "" ? "" : `, ${inlineCode(path)}`,
      text: payload.needed("comment.body"),
    },
  );
};

const runOf: MessageOf = (payload, repository) => {
  const run = payload.at("workflow_run");
  const conclusion = runOutcome(run.text("conclusion"));
  if (payload.text("action") !== "completed" || conclusion === undefined) return undefined;
  const branch = run.text("head_branch");
  return {
    topic: `${repository} / ${branch === "" ? "workflows" : branch}`,
    content: `The workflow ${linkTo(run.needed("name"), run.text("html_url"))} ${conclusion} for ${inlineCode(run.text("head_sha").slice(0, 10))}.`,
  };
};

const messageOf = lookupIn<MessageOf>({
  ping: (payload, repository) => ({
    topic: repository || "GitHub",
    content: `:wave: GitHub can post here: ${bold(payload.text("repository.full_name") || repository || "GitHub")}.`,
  }),
  push: pushOf,
  pull_request: pullRequestOf,
  pull_request_review: reviewOf,
  pull_request_review_comment: (payload, repository, by) =>
    commentOf(payload, repository, by, thingOf("PR", payload.at("pull_request"))),
  issues: issueOf,
  issue_comment: (payload, repository, by) => {
    const kind = payload.at("issue.pull_request").value === undefined ? "issue" : "PR";
    return commentOf(payload, repository, by, thingOf(kind, payload.at("issue")));
  },
  commit_comment: (payload, repository, by) => ({
    topic: `${repository} / commits`,
    content: blocks(
      `${personLink(by)} ${linkTo("commented", payload.text("comment.html_url"))} on ${inlineCode(payload.text("comment.commit_id").slice(0, 10))}:`,
      quote(payload.needed("comment.body")),
    ),
  }),
  release: releaseMessage,
  workflow_run: runOf,
});
