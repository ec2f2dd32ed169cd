import { appendFileSync } from "node:fs";
import { ParleyError } from "#client/client.ts";

export type OperationRequest =
  | {
      readonly kind: "send";
      readonly marker: string;
      /** A channel by name, or the other participants. */
      readonly to: string | readonly number[];
      readonly readBySender: boolean;
      /** Whether it goes by a key of its own, and is repeated until there is an answer, and once more. */
      readonly isRepeated: boolean;
    }
  | {
      readonly kind: "flag";
      readonly flag: "read" | "starred";
      readonly op: "add" | "remove";
      readonly messages: readonly number[];
    }
  /** Channels that do not exist are created. */
  | { readonly kind: "subscribe"; readonly channel: string; readonly users: readonly number[] }
  | { readonly kind: "create-user"; readonly email: string }
  /** A message that is sent after some seconds. */
  | {
      readonly kind: "schedule";
      readonly marker: string;
      readonly to: string | readonly number[];
      readonly readBySender: boolean;
      readonly inSeconds: number;
    }
  /** The notification bot repeats the marker after some seconds. */
  | { readonly kind: "remind"; readonly marker: string; readonly message: number; readonly inSeconds: number };

export type Outcome = "ok" | "refused" | "unknown";

/** A call and its outcome. Begin and end are moments of one clock that all clients share. */
export interface Operation {
  readonly number: number;
  readonly user: number;
  readonly request: OperationRequest;
  /** Whether the rules require a refusal. */
  readonly mustBeRefused: boolean;
  readonly began: number;
  ended: number;
  outcome: Outcome;
  /** When the response came, in ms since the start of this process. */
  answeredAt?: number;
  /** The message's ID, for a send that got a response. */
  messageId?: number;
  detail?: string;
}

/** Every call, in memory and, for finding out later what happened, on disk. */
export interface OperationLog {
  readonly path: string;
  readonly all: readonly Operation[];
  /** The operations since the last call. */
  takeNew(): Operation[];
  perform(
    call: Pick<Operation, "user" | "request" | "mustBeRefused">,
    run: () => Promise<{ id?: number }>,
  ): Promise<Operation>;
  note(text: string): void;
}

export function openOperationLog(path: string): OperationLog {
  const all: Operation[] = [];
  let moment = 0;
  let taken = 0;
  const write = (line: object) => appendFileSync(path, `${JSON.stringify(line)}\n`);

  return {
    path,
    all,
    takeNew() {
      const fresh = all.slice(taken);
      taken = all.length;
      return fresh;
    },
    async perform(call, run) {
      const operation: Operation = {
        ...call,
        number: all.length,
        began: (moment += 1),
        ended: Number.POSITIVE_INFINITY,
        outcome: "unknown",
      };
      all.push(operation);
      const started = performance.now();
      write(operation);
      try {
        const { id } = await run();
        operation.outcome = "ok";
        operation.answeredAt = performance.now();
        if (id !== undefined) operation.messageId = id;
      } catch (error) {
        operation.outcome = outcomeOf(error);
        operation.detail = describe(error);
      }
      operation.ended = moment += 1;
      const { number, ended, outcome, messageId, detail } = operation;
      write({ number, ended, outcome, messageId, detail, ms: Math.round(performance.now() - started) });
      return operation;
    },
    note: (text) => write({ note: text, at: Math.round(performance.now()) }),
  };
}

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ParleyError) return error.code === "UNKNOWN_OUTCOME" ? "unknown" : "refused";
  // No server listened, so the call was not received.
  return causeOf(error) === "ECONNREFUSED" ? "refused" : "unknown";
}

const causeOf = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code;

export function describe(error: unknown): string {
  if (error instanceof ParleyError) return error.message;
  return `${String(error)} ${causeOf(error) ?? ""}`.trim();
}
