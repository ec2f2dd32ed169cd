import { Type } from "#platform/schema/type.ts";
import { badRequest } from "#platform/errors.ts";
import type { Param } from "#api/parameters/params.ts";
import { EDITABLE_FLAGS, type EditableFlag } from "#domains/records/messages/flag.ts";

const OTHER_FLAGS: ReadonlySet<string> = new Set([
  "mentioned",
  "wildcard_mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
]);

export const flagParam: Param<EditableFlag> = {
  about: "The flag: `read`, `starred` or `collapsed`.",
  schema: Type.Enum([...EDITABLE_FLAGS]),
  isJson: false,
  required: true,
  decode(_name, raw) {
    if ((EDITABLE_FLAGS as readonly string[]).includes(raw)) return raw as EditableFlag;
    throw badRequest(OTHER_FLAGS.has(raw) ? `Flag not editable: '${raw}'` : `Invalid flag: '${raw}'`);
  },
};
