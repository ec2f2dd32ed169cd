/** Thrown where an action that is decided ahead of the lock asks for the connection: see optimistic-commit.ts. */
export class NeedsLock extends Error {}
