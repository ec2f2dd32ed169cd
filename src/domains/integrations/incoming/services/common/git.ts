import type { WebhookMessage } from "#domains/integrations/incoming/integration.ts";
import type { Payload } from "#domains/integrations/incoming/payload.ts";
import { blocks, bullets, firstLine, inlineCode, linkTo, plain, quote } from "#domains/integrations/incoming/text.ts";

/** Sentences that GitHub, GitLab and Gitea have in common. */

export interface Person {
  readonly name: string;
  readonly url?: string;
}

export const personLink = ({ name, url = "" }: Person): string => linkTo(name === "" ? "Somebody" : name, url, 100);

interface Commit {
  readonly id: string;
  readonly message: string;
  readonly url: string;
}

interface Push {
  readonly by: Person;
  readonly repository: string;
  /** `refs/heads/main` or `refs/tags/v1`. */
  readonly ref: string;
  readonly isForced?: boolean;
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly url: string;
  readonly commits: readonly Commit[];
  /** May be more than `commits`. */
  readonly total: number;
}

const SHORT_ID = 10;

/** The name of a branch or a tag. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, "");

export function pushMessage(push: Push): WebhookMessage {
  const { by, repository, ref, isForced, isNew, isGone, url, commits, total } = push;
  const kind = ref.startsWith("refs/tags/") ? "tag" : "branch";
  const name = inlineCode(shortRef(ref));
  const topic = kind === "tag" ? `${repository} / tags` : `${repository} / ${shortRef(ref)}`;
  const who = personLink(by);
  if (isGone) return { topic, content: `${who} deleted the ${kind} ${name}.` };
  if (kind === "tag") return { topic, content: `${who} pushed the tag ${linkTo(shortRef(ref), url)}.` };
  const count = linkTo(total === 1 ? "1 commit" : `${total} commits`, url);
  const verb = isForced === true ? "force-pushed" : "pushed";
  const sentence =
    isNew && total === 0
      ? `${who} created the branch ${name}.`
      : `${who} ${verb} ${count} to the ${isNew ? "new branch" : "branch"} ${name}.`;
  const list = commits.map((commit) => {
    const id = commit.id.slice(0, SHORT_ID);
    return `${firstLine(commit.message)} (${linkTo(id, commit.url)})`;
  });
  return { topic, content: blocks(sentence, total === 0 ? "" : bullets(list, total)) };
}

export interface Thing {
  /** Such as `PR` or `issue`. */
  readonly kind: string;
  readonly number: string;
  readonly title: string;
  readonly url: string;
}

/** Somebody did something to a pull request or an issue. `rest` is Markdown, `text` what they wrote. */
export function thingMessage(
  repository: string,
  by: Person,
  verb: string,
  thing: Thing,
  { rest = "", text = "" }: { readonly rest?: string; readonly text?: string } = {},
): WebhookMessage {
  const { kind, number, title, url } = thing;
  const quoted = quote(text);
  const sentence = `${personLink(by)} ${verb} ${linkTo(`${kind} ${number} ${title}`, url)}${rest}`;
  return {
    topic: `${repository} / ${kind} ${number} ${title}`,
    content: blocks(sentence + (quoted === "" ? "." : ":"), quoted),
  };
}

/** A release, in the form that GitHub and Gitea share; only its publication is worth a message. */
export function releaseMessage(payload: Payload, repository: string, by: Person): WebhookMessage | undefined {
  if (payload.text("action") !== "published") return undefined;
  const name = payload.text("release.name") || payload.needed("release.tag_name");
  return {
    topic: `${repository} / releases`,
    content: blocks(
      `${personLink(by)} published the release ${linkTo(name, payload.text("release.html_url"))}.`,
      quote(payload.text("release.body")),
    ),
  };
}

/** From one branch into another. */
export const branches = (from: string, into: string): string =>
  from === "" || into === "" ? "" : ` from ${inlineCode(from, 100)} into ${inlineCode(into, 100)}`;

export const assignedTo = (names: readonly string[]): string =>
  names.length === 0 ? "" : ` (assigned to ${names.map((name) => plain(name, 100)).join(", ")})`;
