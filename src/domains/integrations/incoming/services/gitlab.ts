import type { Integration, WebhookMessage } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import type { Payload } from "../payload.ts";
import { blocks, inlineCode, linkTo, quote } from "../text.ts";
import { assignedTo, branches, type Person, personLink, pushMessage, type Thing, thingMessage } from "./common/git.ts";

const verbOf = lookupIn({
  open: "opened",
  close: "closed",
  reopen: "reopened",
  merge: "merged",
  approved: ":check_mark: approved",
  unapproved: "withdrew the approval of",
});

const outcomeOf = lookupIn({
  success: ":check_mark: succeeded",
  failed: ":alert: failed",
  canceled: "was cancelled",
});

const NO_COMMIT = /^0+$/;

export const gitlab: Integration = {
  name: "gitlab",
  title: "GitLab",
  about: "Pushes, merge requests, issues, comments, pipelines and releases of projects on GitLab.",
  setup: [
    "In the project or the group, open **Settings**, **Webhooks**, **Add new webhook**.",
    "As the **URL**, enter `{url}`.",
    "As the **Secret token**, enter the bot's secret, so that only GitLab can post.",
    "Choose the events and save. **Test** sends an example of each.",
  ],
  events: {
    push: "Commits were pushed, or a branch was created or deleted.",
    tag_push: "A tag was pushed or deleted.",
    merge_request: "A merge request was opened, closed, merged or approved.",
    issue: "An issue was opened, closed or reopened.",
    note: "A comment on a merge request, an issue, a commit or a snippet.",
    pipeline: "A pipeline has succeeded, failed or was cancelled.",
    release: "A release was created.",
  },
  signature: { header: "X-Gitlab-Token", kind: "token" },
  delivery: { header: "Idempotency-Key" },
  eventOf: (payload) => payload.needed("object_kind"),
  message(payload, event) {
    const project = payload.needed("project.name");
    const by = { name: payload.text("user.name") || payload.text("user_name") };
    return messageOf(event)?.(payload, project, by);
  },
};

type MessageOf = (payload: Payload, project: string, by: Person) => WebhookMessage | undefined;

const pushOf: MessageOf = (payload, project, by) => {
  const [ref, page] = [payload.needed("ref"), payload.text("project.web_url")];
  const [before, after] = [payload.text("before"), payload.text("after")];
  const isNew = NO_COMMIT.test(before);
  const isTag = ref.startsWith("refs/tags/");
  return pushMessage({
    by,
    repository: project,
    ref,
    isNew,
    isGone: NO_COMMIT.test(after),
    url: isTag ? `${page}/-/tags` : isNew ? `${page}/-/commits/${after}` : `${page}/-/compare/${before}...${after}`,
    commits: payload
      .list("commits")
      .map((commit) => ({ id: commit.text("id"), message: commit.text("message"), url: commit.text("url") })),
    total: payload.number("total_commits_count") ?? payload.count("commits"),
  });
};

/** A merge request has the number !5, an issue #5. */
const thingOf = (kind: string, mark: string, thing: Payload): Thing => ({
  kind,
  number: `${mark}${thing.needed("iid")}`,
  title: thing.needed("title"),
  url: thing.text("url"),
});

function changeOf(payload: Payload, project: string, by: Person, thing: Thing): WebhookMessage | undefined {
  const attributes = payload.at("object_attributes");
  const action = attributes.text("action");
  const verb = verbOf(action);
  if (verb === undefined) return undefined;
  const isOpened = action === "open";
  const names = payload.list("assignees").map((assignee) => assignee.text("name"));
  return thingMessage(project, by, verb, thing, {
    rest: isOpened
      ? branches(attributes.text("source_branch"), attributes.text("target_branch")) + assignedTo(names.slice(0, 5))
      : "",
    text: isOpened ? attributes.text("description") : "",
  });
}

const noteOf: MessageOf = (payload, project, by) => {
  const note = payload.at("object_attributes");
  const [url, text] = [note.text("url"), note.needed("note")];
  if (note.text("noteable_type") === "MergeRequest") {
    const thing = { ...thingOf("MR", "!", payload.at("merge_request")), url };
    return thingMessage(project, by, "commented on", thing, { text });
  }
  if (note.text("noteable_type") === "Issue") {
    const thing = { ...thingOf("issue", "#", payload.at("issue")), url };
    return thingMessage(project, by, "commented on", thing, { text });
  }
  const what = note.text("noteable_type") === "Commit" ? payload.text("commit.id").slice(0, 10) : "a snippet";
  return {
    topic: `${project} / comments`,
    content: blocks(`${personLink(by)} commented on ${linkTo(what, url)}:`, quote(text)),
  };
};

const pipelineOf: MessageOf = (payload, project) => {
  const pipeline = payload.at("object_attributes");
  const outcome = outcomeOf(pipeline.text("status"));
  if (outcome === undefined) return undefined;
  const id = pipeline.needed("id");
  const url = pipeline.text("url") || `${payload.text("project.web_url")}/-/pipelines/${id}`;
  const failed = payload
    .list("builds")
    .filter((build) => build.text("status") === "failed")
    .map((build) => inlineCode(build.text("name"), 100))
    .slice(0, 5);
  return {
    topic: `${project} / ${pipeline.text("ref") || "pipelines"}`,
    content:
      `${linkTo(`Pipeline #${id}`, url)} ${outcome} for ${inlineCode(pipeline.text("sha").slice(0, 10))}.` +
      (failed.length === 0 ? "" : ` Failed: ${failed.join(", ")}.`),
  };
};

const releaseOf: MessageOf = (payload, project, by) => {
  if (payload.text("action") !== "create") return undefined;
  const who = by.name === "" ? "There is a new release" : `${personLink(by)} published the release`;
  return {
    topic: `${project} / releases`,
    content: blocks(
      `${who} ${linkTo(payload.text("name") || payload.needed("tag"), payload.text("url"))}.`,
      quote(payload.text("description")),
    ),
  };
};

const messageOf = lookupIn<MessageOf>({
  push: pushOf,
  tag_push: pushOf,
  merge_request: (payload, project, by) =>
    changeOf(payload, project, by, thingOf("MR", "!", payload.at("object_attributes"))),
  issue: (payload, project, by) =>
    changeOf(payload, project, by, thingOf("issue", "#", payload.at("object_attributes"))),
  note: noteOf,
  pipeline: pipelineOf,
  release: releaseOf,
});
