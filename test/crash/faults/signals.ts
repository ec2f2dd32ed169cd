/** Signals by which a server that has loaded inside.ts gets a fault. */
export const INSIDE = { cut: "SIGUSR2", clock: "SIGPWR", block: "SIGIO" } as const satisfies Record<
  string,
  NodeJS.Signals
>;

/** How long the event loop is blocked. */
export const BLOCKED_MS = 3000;
