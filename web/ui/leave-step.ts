import { call } from "../link/http.ts";
import { applyHere, current } from "../store.ts";
import { optimistically } from "./optimistic.ts";

/** The server remembers it for all devices. It is gone at once here, and comes back only if that could not be stored. */
export async function leaveStep(step: string): Promise<void> {
  const left = current.value.onboarding;
  if (!left.includes(step)) return;
  const show = (names: readonly string[]) =>
    applyHere({
      type: "onboarding_steps",
      onboarding_steps: names.map((name) => ({ type: "one_time_notice", name })),
    });
  await optimistically({
    show: () => show(left.filter((name) => name !== step)),
    takeBack: () => show(left),
    work: () => call("POST /users/me/onboarding_steps", { onboarding_step: step }),
    type: "onboarding_steps",
  });
}
