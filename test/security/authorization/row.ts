import type { OperationResult, Arguments, OperationName } from "#client/client.ts";
import type { Gate } from "./gates.ts";
import type { Actor, World } from "./world.ts";

/**
 * A row of the table: who may, with which parameters, and further details. The parameters are such that an allowed user
 * is not refused for anything else.
 */
export type Row<Name extends OperationName = OperationName> = readonly [
  gate: Gate,
  args?: ((world: World, actor: Actor) => Arguments<Name> | Promise<Arguments<Name>>) | undefined,
  more?: {
    /** The refusal that allowed users get where success would need more than the table has. */
    readonly meets?: RegExp;
    /** That it changes nothing, whatever its method says: there is no writer to ask for the right again. */
    readonly isRead?: true;
    /** Restores everything after a success. */
    readonly undo?: (world: World, actor: Actor, answer: OperationResult<Name>) => unknown;
  },
];

export type Rows = { readonly [Name in OperationName]?: Row<Name> };
