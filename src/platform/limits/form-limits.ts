import type { Clock } from "../clock.ts";
import { createRateLimiter, rateLimitError, type RateLimitRule } from "./rate-limit.ts";

/**
 * Limits what people send by forms without having logged in:
 * - one client address: 60 forms in an hour, whatever they are;
 * - one recipient: two mails in an hour and five in a day, from all addresses together and whether they have an account or not.
 * A refusal takes nothing from the other limit. All tables are bounded.
 */
export interface FormLimits {
  /** Counts a form; refuses by throwing RATE_LIMIT_HIT. */
  submit(address: string): void;
  /** Counts a form that makes the server write to somebody. */
  mail(recipient: string): void;
}

const FORMS: RateLimitRule = { seconds: 3600, requests: 60 };
const MAILS: readonly RateLimitRule[] = [
  { seconds: 3600, requests: 2 },
  { seconds: 86_400, requests: 5 },
];
const MAX_KEYS = 10_000;

export function createFormLimits(clock: Clock): FormLimits {
  const forms = createRateLimiter(FORMS, clock, MAX_KEYS);
  const mails = MAILS.map((rule) => createRateLimiter(rule, clock, MAX_KEYS));
  return {
    submit(address) {
      const verdict = forms.hit(address);
      if (!verdict.allowed) throw rateLimitError(verdict);
    },
    mail(recipient) {
      const verdicts = mails.map((limiter) => limiter.hit(recipient));
      const refusal = verdicts.find(({ allowed }) => !allowed);
      if (refusal === undefined) return;
      for (const [index, { allowed }] of verdicts.entries()) if (allowed) mails[index]?.takeBack(recipient);
      throw rateLimitError(refusal);
    },
  };
}
