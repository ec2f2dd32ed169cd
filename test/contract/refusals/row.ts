import type { OperationName } from "#client/client.ts";
import type { ErrorCode } from "#platform/errors.ts";
import type { Role } from "../../security/authorization/gates.ts";
import type { World } from "../../security/authorization/world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call that is refused: with which code, for which arguments, and by what else. */
export type RefusedCall = readonly [
  code: ErrorCode,
  args?: Fields | ((world: World) => Fields | Promise<Fields>) | undefined,
  more?: {
    /** Who calls: the owner, unless the caller is what is wrong. */
    readonly by?: Role;
    /** Where it is not the usual one of the code. */
    readonly status?: number;
  },
];

export type RefusedCalls = { readonly [Name in OperationName]?: RefusedCall };

/** An ID that nothing has. */
export const ABSENT = 2_147_483_000;

/** For operations without arguments that could be wrong. */
export const FOR_NO_WEBHOOKS: RefusedCall = ["UNAUTHORIZED", undefined, { by: "webhook" }];
export const FOR_NO_BOTS: RefusedCall = ["BAD_REQUEST", undefined, { by: "bot" }];
export const FOR_ADMINISTRATORS: RefusedCall = ["UNAUTHORIZED_PRINCIPAL", undefined, { by: "member" }];
/** Of a thing that the caller does not have. */
export const notFound = (args: Fields): RefusedCall => ["BAD_REQUEST", args, { status: 404 }];
