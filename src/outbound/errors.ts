/**
 * Why nothing came back. "forbidden": the address is not for us; "unreachable": nobody answered in time, which may
 * change; "unusable": what came back, or where it led, is of no use.
 */
export type OutboundProblem = "forbidden" | "unreachable" | "unusable";

export class OutboundError extends Error {
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
