import { startSlots } from "#engine/jobs/slots.ts";
import { backgroundPool } from "#engine/runtime/pools.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Realms } from "#engine/runtime/realms.ts";
import type { ServerSite } from "#engine/runtime/site.ts";
import type { HttpClient } from "#outbound/http-client.ts";
import { realmProperty } from "#domains/records/organization/properties.ts";
import { runEmbedTask } from "./embed-task.ts";
import { type EmbedTask, forgetPages, takePageTasks } from "#domains/conversations/send/post/page-queries.ts";

/** The number of messages whose pages are fetched at the same time, in one process. */
const MAX_AT_ONCE = 8;

/** Fetches the pages to which messages link, after they were sent. It polls nothing if no organization wants previews. */
export function startEmbedJob(site: ServerSite, realms: Realms, http: HttpClient): { stop(): Promise<void> } {
  const { db, log } = site;

  const perform = async (task: EmbedTask, stop: AbortSignal) => {
    const about = { realm: task.realmId, message: task.messageId };
    try {
      const realm = await realms.byId(task.realmId);
      if (realm !== undefined) await runEmbedTask(realm, http, task, stop);
    } catch (error) {
      log.warn({ ...about, err: error }, "embed task failed");
    }
  };

  return startSlots(
    {
      name: "embeds",
      mostAtOnce: MAX_AT_ONCE,
      isWanted: () => realms.all().some(({ model }) => realmProperty(model, "inline_url_embed_preview")),
      take: (most) => takePageTasks(db.background, most),
      perform,
    },
    site,
    realms,
  );
}

export const forgetOldPages = (realm: RealmRuntime): Promise<void> => forgetPages(backgroundPool(realm), realm.id);
