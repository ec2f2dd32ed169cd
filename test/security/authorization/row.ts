import type { OperationResult, Arguments, OperationName } from "../../../src/client/client.ts";
import type { Gate } from "./gates.ts";
import type { Actor, World } from "./world.ts";

/**
 * A line of the table: who may, with which parameters, and what else there is to know. The parameters are such that whoever
 * may is not refused for anything else.
 */
export type Row<Name extends OperationName = OperationName> = readonly [
  gate: Gate,
  args?: ((world: World, actor: Actor) => Arguments<Name> | Promise<Arguments<Name>>) | undefined,
  more?: {
    /** What those who may are told where success would need more than the table has. */
    readonly meets?: RegExp;
    /** Puts everything back after a success. */
    readonly undo?: (world: World, actor: Actor, answer: OperationResult<Name>) => unknown;
  },
];

export type Rows = { readonly [Name in OperationName]?: Row<Name> };
