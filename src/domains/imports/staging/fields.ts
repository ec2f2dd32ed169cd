import { type TSchema, Type } from "#platform/schema/type.ts";
import { MAX_ID } from "#api/parameters/params.ts";

/** The kinds of fields that rows of an archive have. The formats are checked in row-problem.ts. */

/** Leaves room below the largest ID of the API for what the organization will create itself. */
export const MAX_IMPORTED_ID = MAX_ID - 100_000_000;

export const RowId = () => Type.Integer({ minimum: 1, maximum: MAX_IMPORTED_ID });
export const Ids = (maxItems: number) => Type.Array(RowId(), { maxItems });
export const Text = (maxLength: number) => Type.String({ maxLength });
export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** ISO 8601 with an offset, to the microsecond, from 1970 to 2100. */
export const Time = () => Type.String({ maxLength: 40, format: "time" });
/** A multirange of message IDs, as PostgreSQL writes it: `{[1,40),[52,)}`. */
export const Ranges = () => Type.String({ maxLength: 10_000_000, format: "ranges" });

export const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const Extra = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);

/** A group's ID, or people and groups. */
export const StagedGroupSetting = () =>
  Type.Union([RowId(), Type.Object({ direct_members: Ids(100_000), direct_subgroups: Ids(10_000) })]);
export const GroupSettings = () => Type.Record(Type.String(), StagedGroupSetting());

/** Names and values that are checked by their own rules. */
export const Settings = () => Type.Record(Type.String(), Type.Unknown());
