import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { json, text, word } from "#api/parameters/params.ts";
import { badRequest } from "#platform/errors.ts";
import { perOrganization } from "#engine/runtime/organization-state.ts";
import { createRateLimiter, type RateLimiter, rateLimitError } from "#platform/limits/rate-limit.ts";

/** A fault of the client that repeats itself says nothing new. */
const REPORTS = { seconds: 3600, requests: 20 };
const MAX_KEYS = 10_000;

const reports = perOrganization("client errors", (): { limiter?: RateLimiter } => ({}));

/** Names in the code: what the client shows, such as the text of a message, has no place in them. */
const NAME = /^[\w.$]+$/;
const FRAME = /^[\w.$-]+:\d+:\d+$/;
const KIND = /^[a-z_]+$/;
const Short = Type.String({ maxLength: 120 });

function refuseTexts(words: readonly string[], form: RegExp): void {
  if (!words.every((word) => form.test(word))) throw badRequest("A report names places in the code only");
}

export const reportClientError = endpoint({
  id: "report-client-error",
  method: "POST",
  path: "/client_errors",
  summary:
    "Tells the operator's log of a fault of the browser client: where it is in the code, and nothing of what was shown.",
  auth: "human",
  scope: "full",
  audits: "personal",
  params: {
    place: word("Where events could not be applied.", ["link", "tab"]),
    name: text("The kind of the error, such as `TypeError`.", { max: 120 }),
    frames: json("Places in the client's files, the innermost first.", Type.Array(Short, { maxItems: 20 })),
    events: json("The types of the events.", Type.Array(Short, { maxItems: 50 })),
  },
  result: {},
  errors: ["BAD_REQUEST", "RATE_LIMIT_HIT"],
  run({ site, realm, actor, params }) {
    const { place, name, frames, events } = params;
    refuseTexts([name], NAME);
    refuseTexts(frames, FRAME);
    refuseTexts(events, KIND);
    const state = reports(realm);
    state.limiter ??= createRateLimiter(REPORTS, site.clock, MAX_KEYS);
    const verdict = state.limiter.hit(String(actor.id));
    if (!verdict.allowed) throw rateLimitError(verdict);
    site.log.warn({ realm: realm.id, user: actor.id, place, name, frames, events }, "browser client failed");
    return Promise.resolve({});
  },
});
