import { ApiError } from "#platform/errors.ts";
import type { Integration } from "../integration.ts";
import { anomalous, type Payload } from "../payload.ts";
import { attachmentTexts, blockTexts } from "../slack/content.ts";
import { fromMrkdwn } from "../slack/mrkdwn.ts";
import { blocks, cut } from "../text.ts";

const MAX_TEXT_LENGTH = 9000;
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
    return { topic: channel === "" ? NO_TOPIC : channel, content: cut(content, MAX_TEXT_LENGTH) };
  },
};

/** Slack shows `text` only where there are no blocks. */
function contentOf(payload: Payload): string[] {
  const shown = blockTexts(payload);
  const icon = payload.text("icon_emoji").trim();
  const text = fromMrkdwn(payload.text("text"));
  const first = /^:[\w+-]+:$/.test(icon) && text !== "" ? `${icon} ${text}` : text;
  return [...(shown.some((text) => text !== "") ? shown : [first]), ...attachmentTexts(payload)];
}

/** The answers that clients of Slack expect. */
export async function slackErrors<Answer extends object>(
  response: () => Promise<Answer>,
): Promise<Answer & { ok: true }> {
  try {
    return { ...(await response()), ok: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, fields, status } = error;
    throw new ApiError(code, message, { ...fields, ok: false, error: message }, status);
  }
}
