import { Type } from "#platform/schema/type.ts";
import { section } from "#engine/runtime/snapshot.ts";
import { seenSteps } from "./queries.ts";
import { StepSchema, stepsLeft } from "./steps.ts";

export const onboardingSections = [
  section({
    wants: ["onboarding_steps"],
    fields: {
      onboarding_steps: Type.Array(StepSchema),
      navigation_tour_video_url: Type.Union([Type.String(), Type.Null()]),
    },
    read: (sql, { realm, user }) => seenSteps(sql, realm.id, user.id),
    present: (_model, _options, seen) => ({ onboarding_steps: stepsLeft(seen), navigation_tour_video_url: null }),
  }),
];
