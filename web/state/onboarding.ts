import type { Event, Registered } from "./registered.ts";

/** Steps of the introduction that the user has not seen yet. */
export type Onboarding = readonly string[];

export const initialOnboarding = (from: Registered): Onboarding => from.onboarding_steps.map(({ name }) => name);

export const reduceOnboarding = (steps: Onboarding, event: Event): Onboarding =>
  event.type === "onboarding_steps" ? event.onboarding_steps.map(({ name }) => name) : steps;
