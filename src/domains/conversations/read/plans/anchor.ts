import { Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import type { Param } from "#api/parameters/params.ts";
import type { Anchor } from "./range.ts";

const WORDS: ReadonlySet<string> = new Set(["newest", "oldest", "first_unread"]);

export const anchorParam: Param<Anchor> = {
  about: "A message ID, or `newest`, `oldest` or `first_unread`.",
  schema: Type.Union([Type.Integer(), Type.Enum([...WORDS])]),
  isJson: false,
  required: true,
  decode(name, raw) {
    const word = raw.replace(/^"(.*)"$/, "$1");
    if (WORDS.has(word)) return word as Anchor;
    if (!/^-?\d{1,30}$/.test(word)) throw badRequest(`Invalid ${name}`);
    const id = Number(word);
    // Some clients use 0 for the beginning: no message has a smaller ID.
    return id > 0 ? id : "oldest";
  },
};
