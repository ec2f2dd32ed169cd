import { startSlots } from "../../../engine/jobs/slots.ts";
import { backgroundPool } from "../../../engine/runtime/pools.ts";
import type { RealmRuntime } from "../../../engine/runtime/realm-runtime.ts";
import type { Realms } from "../../../engine/runtime/realms.ts";
import type { ServerSite } from "../../../engine/runtime/site.ts";
import type { HttpClient } from "../../../outbound/http-client.ts";
import { realmProperty } from "../../organization/properties.ts";
import { lookAt } from "./look.ts";
import { type EmbedTask, forgetPages, takeTasks } from "./queries.ts";

/** Messages whose pages are looked at at the same time, in one process. */
const MOST_AT_ONCE = 8;

/** Looks at the pages that messages link to, behind the messages. Where no organization wants that, it asks for nothing. */
export function startEmbedJob(site: ServerSite, realms: Realms, door: HttpClient): { stop(): Promise<void> } {
  const { db, log } = site;

  const perform = async (task: EmbedTask, stop: AbortSignal) => {
    const about = { realm: task.realmId, message: task.messageId };
    try {
      const realm = await realms.byId(task.realmId);
      if (realm !== undefined) await lookAt(realm, door, task, stop);
    } catch (error) {
      log.warn({ ...about, err: error }, "the pages that a message links to could not be looked at");
    }
  };

  return startSlots(
    {
      name: "embeds",
      mostAtOnce: MOST_AT_ONCE,
      isWanted: () => realms.all().some(({ model }) => realmProperty(model, "inline_url_embed_preview")),
      take: (most) => takeTasks(db.background, most),
      perform,
    },
    site,
    realms,
  );
}

export const forgetOldPages = (realm: RealmRuntime): Promise<void> => forgetPages(backgroundPool(realm), realm.id);
