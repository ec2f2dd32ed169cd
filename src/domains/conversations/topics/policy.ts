/** A user's policy for a topic. */
export const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type VisibilityPolicy = (typeof VISIBILITY)[keyof typeof VISIBILITY];

const BY_VISIBILITY: readonly VisibilityPolicy[] = [
  VISIBILITY.muted,
  VISIBILITY.inherit,
  VISIBILITY.unmuted,
  VISIBILITY.followed,
];

export const moreVisible = (a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy =>
  BY_VISIBILITY.indexOf(a) > BY_VISIBILITY.indexOf(b) ? a : b;

export const VISIBILITY_POLICIES: readonly VisibilityPolicy[] = Object.values(VISIBILITY);
