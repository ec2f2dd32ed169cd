import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { StepSchema } from "./steps.ts";

export const onboardingStepsChanged = {
  type: "onboarding_steps",
  summary: "The user has seen a step of the introduction; these are left.",
  schema: Type.Object({ type: Type.Literal("onboarding_steps"), onboarding_steps: Type.Array(StepSchema) }),
} as const satisfies EventKind;

export const onboardingEvents = [onboardingStepsChanged] as const satisfies readonly EventKind[];
