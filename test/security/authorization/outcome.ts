import { type OperationName, ParleyError } from "#client/client.ts";
import type { Refusal } from "./gates.ts";
import type { Actor } from "./world.ts";

export interface Outcome {
  readonly answer?: unknown;
  readonly refusal?: Refusal;
}

/** The outcome of a call, allowed or refused. */
export async function outcome({ client }: Actor, name: OperationName, args: object | undefined): Promise<Outcome> {
  try {
    return { answer: await client.call(name, args) };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { refusal: { status: error.status, code: error.code, msg: String(error.body["msg"]) } };
  }
}
