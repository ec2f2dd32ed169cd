/** What a user wants of a topic. */
export const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type VisibilityPolicy = (typeof VISIBILITY)[keyof typeof VISIBILITY];

export const VISIBILITY_POLICIES: readonly VisibilityPolicy[] = Object.values(VISIBILITY);
