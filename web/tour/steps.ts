import { call } from "../link/http.ts";
import { isOwner } from "../state/member-permissions.ts";
import { applyHere, current } from "../store.ts";

/** Steps of the server's list that stand for the two introductions here. */
export const STEPS = { welcome: "navigation_tour_video", tour: "intro_inbox_view_modal" } as const;

export const isLeft = (step: string): boolean => current.value.onboarding.includes(step);

/** Owners of an organization in which nobody else has an account yet. */
export const isFirstOwner = (): boolean =>
  isOwner(current.value) && [...current.value.people.active.values()].filter(({ is_bot }) => !is_bot).length === 1;

/** The server remembers it for all devices. It is gone at once here, and comes back only if that could not be stored. */
export async function leaveStep(step: string): Promise<void> {
  const left = current.value.onboarding;
  if (!left.includes(step)) return;
  const show = (names: readonly string[]) =>
    applyHere({
      type: "onboarding_steps",
      onboarding_steps: names.map((name) => ({ type: "one_time_notice", name })),
    });
  show(left.filter((name) => name !== step));
  try {
    await call("POST /users/me/onboarding_steps", { onboarding_step: step });
  } catch {
    show(left);
  }
}
