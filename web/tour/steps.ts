import { isOwner } from "../state/member-permissions.ts";
import { current } from "../store.ts";

/** Steps of the server's list that stand for the two introductions here. */
export const STEPS = { welcome: "navigation_tour_video", tour: "intro_inbox_view_modal" } as const;

export const isLeft = (step: string): boolean => current.value.onboarding.includes(step);

/** Owners of an organization in which nobody else has an account yet. */
export const isFirstOwner = (): boolean =>
  isOwner(current.value) && [...current.value.people.active.values()].filter(({ is_bot }) => !is_bot).length === 1;
