import { Type } from "#platform/schema/type.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { StepSchema, stepsLeft } from "./steps.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { seenSteps } from "./queries.ts";

export const onboardingStepsChanged = {
  type: "onboarding_steps",
  scope: "personal:read",
  summary: "The user has seen a step of the introduction; these are left.",
  schema: Type.Object({ type: Type.Literal("onboarding_steps"), onboarding_steps: Type.Array(StepSchema) }),
} as const satisfies EventKind;

export const onboardingEvents = [onboardingStepsChanged] as const satisfies readonly EventKind[];

export const onboardingSections = [
  section({
    scope: "personal:read",
    wants: ["onboarding_steps"],
    fields: {
      onboarding_steps: Type.Array(StepSchema),
      navigation_tour_video_url: Type.Union([Type.String(), Type.Null()]),
    },
    read: (sql, { realm, user }) => seenSteps(sql, realm.id, user.id),
    present: (_model, _options, seen) => ({ onboarding_steps: stepsLeft(seen), navigation_tour_video_url: null }),
  }),
];
