import { Type } from "#platform/schema/type.ts";
import { Id, json } from "#api/parameters/params.ts";

/** In one request. 500 texts of the longest kind held the event loop for 110 ms, and nobody has as many fields to fill. */
const MAX_ENTRIES = 250;
const MAX_PEOPLE = 1000;

const Entry = Type.Object({
  id: Id(),
  value: Type.Optional(
    Type.Union([Type.String({ maxLength: 10_000 }), Type.Array(Id(), { maxItems: MAX_PEOPLE }), Type.Null()]),
  ),
});

/** A parameter with values of profile fields. */
export const profileData = (about: string) => json(about, Type.Array(Entry, { maxItems: MAX_ENTRIES }));
