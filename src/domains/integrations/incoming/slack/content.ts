import type { Payload } from "../payload.ts";
import { blocks, bold, linkTo, plain } from "../text.ts";
import { fromMrkdwn } from "./mrkdwn.ts";
import { PLAIN_NAMES, type SlackNames } from "./names.ts";
import { richText } from "./rich-text.ts";

/** The blocks of a message in Slack's form, each as Markdown. */
export const blockTexts = (payload: Payload, names: SlackNames = PLAIN_NAMES): string[] =>
  payload.list("blocks").map((block) => blockText(block, names));

export const attachmentTexts = (payload: Payload, names: SlackNames = PLAIN_NAMES): string[] =>
  payload.list("attachments").map((attachment) => attachmentText(attachment, names));

function blockText(block: Payload, names: SlackNames): string {
  switch (block.text("type")) {
    case "header":
      return bold(block.text("text.text"), 500);
    case "section":
      return blocks(
        textObject(block.at("text"), names),
        fieldList(block.list("fields").map((field) => textObject(field, names))),
      );
    case "context":
      return block
        .list("elements")
        .map((element) =>
          element.text("type") === "image" ? plain(element.text("alt_text")) : textObject(element, names),
        )
        .filter((text) => text !== "")
        .join(" ");
    case "divider":
      return "---";
    case "image":
      return linkTo(block.text("title.text") || block.text("alt_text"), block.text("image_url"));
    case "actions":
      return block
        .list("elements")
        .map((element) => linkTo(element.text("text.text"), element.text("url")))
        .filter((link) => link !== "")
        .join(" · ");
    case "rich_text":
      return block
        .list("elements")
        .map((element) => richText(element, names))
        .join("\n");
    default:
      return "";
  }
}

const textObject = (object: Payload, names: SlackNames): string =>
  object.text("type") === "plain_text" ? plain(object.text("text"), 3000) : fromMrkdwn(object.text("text"), names);

const fieldList = (fields: readonly string[]): string =>
  fields
    .filter((field) => field !== "")
    .map((field) => `* ${field.replaceAll("\n", " ")}`)
    .join("\n");

function attachmentText(attachment: Payload, names: SlackNames): string {
  const title = attachment.text("title");
  const inner = [
    fromMrkdwn(attachment.text("pretext"), names),
    linkTo(attachment.text("author_name"), attachment.text("author_link")),
    title === "" ? "" : `**${linkTo(title, attachment.text("title_link"), 500)}**`,
    ...blockTexts(attachment, names),
    fromMrkdwn(attachment.text("text"), names),
    fieldList(
      attachment
        .list("fields")
        .map((field) => `${bold(field.text("title"))}: ${fromMrkdwn(field.text("value"), names)}`),
    ),
    attachment.text("image_url") === "" ? "" : linkTo("Image", attachment.text("image_url")),
    plain(attachment.text("footer")),
  ];
  const shown = blocks(...inner);
  return shown === "" ? plain(attachment.text("fallback"), 1000) : shown;
}
