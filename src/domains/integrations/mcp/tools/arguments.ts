import { Type } from "#platform/schema/type.ts";

/** Arguments that several tools have. */
export const channelArgument = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 100 })], {
  description: "The channel's ID or name.",
});

export const topicArgument = Type.String({ maxLength: 100, description: "The topic." });

export const limitArgument = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, description: "How many at most; 30 if absent." }),
);
export const USUAL_LIMIT = 30;

/** A number, though clients need not know that. */
export const cursorArgument = Type.Optional(
  Type.String({ pattern: "^[0-9]{1,10}$", description: "`next_cursor` of the answer before, for the next page." }),
);

/** Terms of a narrow, without those that were not given. */
export const narrowTerms = (given: Readonly<Record<string, unknown>>): { operator: string; operand: unknown }[] =>
  Object.entries(given).flatMap(([operator, operand]) => (operand === undefined ? [] : [{ operator, operand }]));
