import { ApiError } from "#platform/errors.ts";
import type { Keys } from "#platform/keys.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { normalizedContent } from "#domains/records/messages/content.ts";
import { renderFor } from "#domains/conversations/send/rendering.ts";
import { checkedForm, widgetOf } from "#domains/conversations/send/widget.ts";
import { OutboundError } from "#outbound/errors.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import type { Words } from "./answer.ts";
import { failure, type Outcome } from "./outcome.ts";

const MAX_ATTEMPTS = 4;
const MAX_TIMES_TAKEN = 10;
const FIRST_PAUSE_SECONDS = 0.25;
const UNAVAILABLE = "The bot is unavailable.";

export interface CallContext {
  readonly realm: RealmRuntime;
  readonly keys: Keys;
  readonly http: HttpClient;
  readonly onFailure: (reason: string) => void;
}

/** A call of a bot's server, for a message or for a command. */
export interface Attempt {
  readonly botId: number;
  /** Includes the current one. */
  readonly attempts: number;
  readonly ask: () => Promise<Outcome>;
  readonly postpone: (attempts: number, seconds: number) => Promise<void>;
  readonly answer: (words: Words | undefined) => Promise<void>;
  readonly fail: (reason: string, detail: string) => Promise<void>;
}

/** Calls a bot's server once, and posts the answer, retries later or reports the failure. */
export async function attemptCall(context: CallContext, call: Attempt, stop: AbortSignal): Promise<void> {
  const { attempts } = call;
  let outcome: Outcome;
  try {
    // A call that crashes its process must not be repeated for ever.
    outcome = attempts > MAX_TIMES_TAKEN ? failure(UNAVAILABLE) : await call.ask();
  } catch (error) {
    // The server is stopping: another process makes the call again.
    if (stop.aborted) return call.postpone(attempts - 1, 0);
    if (!(error instanceof OutboundError)) throw error;
    if (error.problem === "unreachable" && attempts < MAX_ATTEMPTS) {
      return call.postpone(attempts, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
    }
    outcome = error.problem === "unreachable" ? failure(UNAVAILABLE, error.message) : failure(error.message);
  }
  await settle(context, call, outcome);
}

async function settle({ realm, onFailure }: CallContext, call: Attempt, outcome: Outcome): Promise<void> {
  const fail = (reason: string, detail: string) => {
    onFailure(reason);
    return call.fail(reason, detail);
  };
  if (outcome.kind === "failure") return fail(outcome.reason, outcome.detail);
  try {
    const words = outcome.kind === "words" ? await wordsOf(realm, call, outcome.content, outcome.form) : undefined;
    await call.answer(words);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await fail("The bot's answer could not be posted.", error.message);
  }
}

/** Undefined if the bot was deleted. */
async function wordsOf(
  realm: RealmRuntime,
  { botId }: Attempt,
  text: string,
  form: string | undefined,
): Promise<Words | undefined> {
  const bot = userRecord(realm.model, botId);
  if (bot === undefined) return undefined;
  const content = normalizedContent(text);
  const widget = form === undefined ? widgetOf(content) : checkedForm(form);
  return { content, rendered: await renderFor(realm, bot, content), widget };
}
