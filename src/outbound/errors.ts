/**
 * Why a call failed. "forbidden": the address may not be called. "unreachable": nothing answered in time, which may
 * change. "unusable": the response, or the target of its redirect, is of no use.
 */
export type OutboundProblem = "forbidden" | "unreachable" | "unusable";

export class OutboundError extends Error {
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
