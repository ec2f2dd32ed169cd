import type { Reply } from "#outbound/http-client.ts";
import { SLACK } from "./request.ts";

/** The outcome of a call. The conversation gets the reason of a failure, and the bot's owner the details, too. */
export type Outcome =
  | { readonly kind: "silence" }
  /** `form` is JSON. */
  | { readonly kind: "words"; readonly content: string; readonly form?: string }
  | { readonly kind: "failure"; readonly reason: string; readonly detail: string };

const MAX_DETAIL_LENGTH = 500;

export const failure = (reason: string, detail = ""): Outcome => ({
  kind: "failure",
  reason,
  // The detail is what the server sent, and messages cannot contain NUL.
  detail: detail.replaceAll("\0", "").slice(0, MAX_DETAIL_LENGTH).toWellFormed(),
});

const SILENCE: Outcome = { kind: "silence" };
const GARBLED = "The bot's server sent an answer that makes no sense.";

/** The outcome of an answer of a bot's server. */
export function outcomeOf(format: number, { status, body }: Reply): Outcome {
  if (status === 407) return failure("The bot's server is in a network that may not be called.", body);
  if (status < 200 || status >= 300) return failure(`The bot's server answered with status ${status}.`, body);
  let response: unknown;
  try {
    response = JSON.parse(body);
  } catch {
    return failure(GARBLED, body);
  }
  // Old servers send an empty text for no answer.
  if (response === "") return SILENCE;
  if (typeof response !== "object" || response === null || Array.isArray(response)) return failure(GARBLED, body);
  return meaningOf(format, response as Readonly<Record<string, unknown>>, body);
}

function meaningOf(format: number, response: Readonly<Record<string, unknown>>, body: string): Outcome {
  if (response["response_not_required"] === true) return SILENCE;
  const content = format === SLACK ? response["text"] : (response["response_string"] ?? response["content"]);
  if (content === undefined || content === null) return SILENCE;
  if (typeof content !== "string") return failure(GARBLED, body);
  if (content.trim() === "") return SILENCE;
  const words = { kind: "words", content: content.toWellFormed() } as const;
  const form = response["widget_content"] ?? undefined;
  if (form === undefined) return words;
  return { ...words, form: typeof form === "string" ? form : JSON.stringify(form) };
}
