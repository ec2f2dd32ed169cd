import { Type } from "#platform/schema/type.ts";
import type { OrganizationTask } from "#engine/runtime/realms.ts";
import type { EventKind } from "#engine/log/event-kinds.ts";
import { versionFields, VersionSchema } from "#domains/records/organization/version.ts";

const restart = {
  type: "restart",
  scope: "any",
  summary: "The server was started anew, perhaps in another version. Queues are what they were.",
  schema: Type.Object({
    type: Type.Literal("restart"),
    ...VersionSchema,
    server_generation: Type.Integer(),
  }),
} as const satisfies EventKind;

const reload = {
  type: "web_reload_client",
  scope: "any",
  summary: "A client in a browser may be another one now, and should load itself again.",
  schema: Type.Object({ type: Type.Literal("web_reload_client"), immediate: Type.Boolean() }),
} as const satisfies EventKind;

export const restartEvents = [restart, reload] as const satisfies readonly EventKind[];

/** Emits to queues from before the restart that another process answers them now. */
export const emitRestart: OrganizationTask = async (realm, site) => {
  if ((await realm.queues.count()) === 0) return;
  await realm.writeAsServer((tx) => {
    tx.emit(restart, { ...versionFields, server_generation: site.generation }, { to: "everyone" });
    tx.emit(reload, { immediate: false }, { to: "everyone" });
  });
};
