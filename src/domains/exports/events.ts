import { Type } from "../../platform/schema/type.ts";
import type { EventKind } from "../../engine/log/event-kinds.ts";
import { ExportSchema } from "./present.ts";

export const exportsChanged = {
  type: "realm_export",
  summary: "The exports of the organization are now these. Told to people who administrate it.",
  schema: Type.Object({ type: Type.Literal("realm_export"), exports: Type.Array(ExportSchema) }),
} as const satisfies EventKind;

export const exportEvents = [exportsChanged] as const satisfies readonly EventKind[];
