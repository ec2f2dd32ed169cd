import { ApiError } from "../../../../platform/errors.ts";
import type { Integration } from "../integration.ts";
import { anomalous, type Payload } from "../payload.ts";
import { blocks, bold, cut, link, plain, quote } from "../text.ts";
import { fromMrkdwn } from "./common/mrkdwn.ts";

const LONGEST_TEXT = 9000;
const NO_TOPIC = "(no topic)";

export const slackIncoming: Integration = {
  name: "slack_incoming",
  title: "Slack-compatible",
  about:
    "For every service that can post to an incoming webhook of Slack: it takes the same requests, with `text`, `blocks` and `attachments`, and shows Slack's formatting.",
  setup: [
    "Where the service asks for the URL of a Slack webhook, enter `{url}`.",
    "Without `topic` in the URL, the topic is the `channel` that the service names, without its `#` or `@`.",
    "Mentions such as `<!channel>` and `<@U123>` are shown as text: they notify nobody.",
  ],
  events: { message: "A message." },
  eventOf: () => "message",
  message(payload) {
    const content = blocks(...contentOf(payload));
    if (content === "") throw anomalous("The payload has no text, blocks or attachments");
    const channel = payload.text("channel").replace(/^[#@]/, "");
    return { topic: channel === "" ? NO_TOPIC : channel, content: cut(content, LONGEST_TEXT) };
  },
};

/** Slack shows `text` only where there are no blocks. */
function contentOf(payload: Payload): string[] {
  const shown = payload.list("blocks").map(blockText);
  const icon = payload.text("icon_emoji").trim();
  const text = fromMrkdwn(payload.text("text"));
  const first = /^:[\w+-]+:$/.test(icon) && text !== "" ? `${icon} ${text}` : text;
  return [...(shown.some((one) => one !== "") ? shown : [first]), ...payload.list("attachments").map(attachmentText)];
}

function blockText(block: Payload): string {
  switch (block.text("type")) {
    case "header":
      return bold(block.text("text.text"), 500);
    case "section":
      return blocks(textObject(block.at("text")), fieldsOf(block.list("fields").map(textObject)));
    case "context":
      return block
        .list("elements")
        .map((one) => (one.text("type") === "image" ? plain(one.text("alt_text")) : textObject(one)))
        .filter((one) => one !== "")
        .join(" ");
    case "divider":
      return "---";
    case "image":
      return link(block.text("title.text") || block.text("alt_text"), block.text("image_url"));
    case "actions":
      return block
        .list("elements")
        .map((one) => link(one.text("text.text"), one.text("url")))
        .filter((one) => one !== "")
        .join(" · ");
    case "rich_text":
      return block.list("elements").map(richText).join("\n");
    default:
      return "";
  }
}

const textObject = (object: Payload): string =>
  object.text("type") === "plain_text" ? plain(object.text("text"), 3000) : fromMrkdwn(object.text("text"));

const fieldsOf = (fields: readonly string[]): string =>
  fields
    .filter((field) => field !== "")
    .map((field) => `* ${field.replaceAll("\n", " ")}`)
    .join("\n");

/** Lists, quotes and sections of the editor: their texts and links, without their formatting. */
function richText(element: Payload): string {
  if (element.text("type") === "rich_text_list") return fieldsOf(element.list("elements").map(richText));
  const text = element
    .list("elements")
    .map((one) => (one.text("type") === "link" ? link(one.text("text"), one.text("url")) : spaced(one.text("text"))))
    .join("");
  return element.text("type") === "rich_text_quote" ? quote(text) : text;
}

/** Neighbouring elements are divided by the spaces at their ends. */
const spaced = (text: string): string =>
  (/^\s/.test(text) ? " " : "") + plain(text, 3000) + (/\s$/.test(text) ? " " : "");

function attachmentText(attachment: Payload): string {
  const title = attachment.text("title");
  const inner = [
    fromMrkdwn(attachment.text("pretext")),
    link(attachment.text("author_name"), attachment.text("author_link")),
    title === "" ? "" : `**${link(title, attachment.text("title_link"), 500)}**`,
    ...attachment.list("blocks").map(blockText),
    fromMrkdwn(attachment.text("text")),
    fieldsOf(
      attachment.list("fields").map((field) => `${bold(field.text("title"))}: ${fromMrkdwn(field.text("value"))}`),
    ),
    attachment.text("image_url") === "" ? "" : link("Image", attachment.text("image_url")),
    plain(attachment.text("footer")),
  ];
  const shown = blocks(...inner);
  return shown === "" ? plain(attachment.text("fallback"), 1000) : shown;
}

/** The answers that clients of Slack expect. */
export async function slackErrors<Answer extends object>(
  answer: () => Promise<Answer>,
): Promise<Answer & { ok: true }> {
  try {
    return { ...(await answer()), ok: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, fields, status } = error;
    throw new ApiError(code, message, { ...fields, ok: false, error: message }, status);
  }
}
