import { endpoint } from "#api/endpoint.ts";
import { text } from "#api/parameters/params.ts";
import { seeStep } from "./actions.ts";

export const postOnboardingStep = endpoint({
  id: "mark-onboarding-step",
  method: "POST",
  path: "/users/me/onboarding_steps",
  summary: "Notes that the caller has seen a step of the introduction.",
  auth: "human",
  scope: "personal:write",
  audits: "personal",
  params: { onboarding_step: text("The step's name.", { max: 100 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["onboarding_steps"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, user) => seeStep(tx, user, params.onboarding_step));
    return {};
  },
});

export const onboardingEndpoints = [postOnboardingStep] as const;
