import { type Static, Type } from "#platform/schema/type.ts";
import { type EventKind, logs } from "#engine/log/event-kinds.ts";
import { ExportSchema } from "./present.ts";

type PresentedExport = Static<typeof ExportSchema>;

export interface LoggedExports {
  /** With paths in place of URLs, and with progress. */
  readonly exports: readonly PresentedExport[];
  /** The organization's URL, for queues that were registered by it. */
  readonly url: string;
}

export const exportsChanged = logs<LoggedExports>()({
  type: "realm_export",
  scope: "full",
  summary: "The exports of the organization are now these. Told to people who administrate it.",
  schema: Type.Object({ type: Type.Literal("realm_export"), exports: Type.Array(ExportSchema) }),
  render: ({ type }) => ({ type }),
  personal({ exports, url }, _user, { options }) {
    const { capabilities, url: reached = url } = options;
    const shown = exports.map(({ progress, export_url: path, ...one }) => ({
      ...one,
      // Events that were logged by an older version have whole URLs, which stay as they are.
      export_url: path === null ? null : new URL(path, reached).href,
      ...(capabilities.export_progress && { progress }),
    }));
    return `"exports":${JSON.stringify(shown)}`;
  },
});

export const exportEvents = [exportsChanged] as const satisfies readonly EventKind[];
