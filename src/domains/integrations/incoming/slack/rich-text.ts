import { fenced } from "#markup/compose.ts";
import type { Payload } from "../payload.ts";
import { inlineCode, linkTo, plain, quote } from "../text.ts";
import type { SlackNames } from "./names.ts";

/** Lists, quotes, code and sections of Slack's editor. */
export function richText(element: Payload, names: SlackNames): string {
  const elements = element.list("elements");
  switch (element.text("type")) {
    case "rich_text_list":
      return listed(element, names);
    case "rich_text_preformatted":
      return fenced(elements.map((element) => element.text("text") || element.text("url")).join(""));
    case "rich_text_quote":
      return quote(inline(elements, names));
    default:
      return inline(elements, names);
  }
}

const MAX_INDENTED = 8;

function listed(list: Payload, names: SlackNames): string {
  const indent = "  ".repeat(Math.min(MAX_INDENTED, Math.max(0, list.number("indent") ?? 0)));
  const isOrdered = list.text("style") === "ordered";
  return list
    .list("elements")
    .map((element) => richText(element, names).replaceAll("\n", " "))
    .filter((text) => text !== "")
    .map((text, index) => `${indent}${isOrdered ? `${index + 1}.` : "*"} ${text}`)
    .join("\n");
}

const inline = (elements: readonly Payload[], names: SlackNames): string =>
  elements.map((element) => inlineText(element, names)).join("");

function inlineText(element: Payload, names: SlackNames): string {
  switch (element.text("type")) {
    case "text":
      return element
        .text("text")
        .split("\n")
        .map((line) => styled(element, line))
        .join("\n");
    case "link":
      return linkTo(element.text("text"), element.text("url"));
    case "user":
      return names.user(element.text("user_id"), "");
    case "channel":
      return names.channel(element.text("channel_id"), "");
    case "broadcast":
      return names.special(element.text("range"), "");
    case "usergroup":
      return names.special("subteam", element.text("usergroup_id"));
    case "date":
      return plain(element.text("fallback"));
    case "emoji":
      return `:${element.text("name").replace(/[^\w+-]/g, "")}:`;
    default:
      return plain(element.text("text"));
  }
}

/** The signs of emphasis stand next to the text; spaces at its ends divide it from its neighbours. */
function styled(element: Payload, line: string): string {
  const [, before = "", text = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(line) ?? [];
  if (text === "") return line === "" ? "" : " ";
  const [start, end] = [before === "" ? "" : " ", after === "" ? "" : " "];
  if (element.is("style.code")) return start + inlineCode(text, MAX_TEXT_LENGTH) + end;
  const signs = (["bold", "italic", "strike"] as const).filter((style) => element.is(`style.${style}`));
  const marks = signs.map((style) => MARKS[style]);
  return `${start}${marks.join("")}${plain(text, MAX_TEXT_LENGTH)}${marks.toReversed().join("")}${end}`;
}

const MAX_TEXT_LENGTH = 3000;
const MARKS = { bold: "**", italic: "*", strike: "~~" };
