import type { DueWork } from "#engine/jobs/due.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { knownPages } from "../send/post/page-queries.ts";
import { renderFor } from "../send/rendering.ts";
import { rerender } from "./actions/rerender.ts";
import { type DueRendering, dueRenderings, forgetRendering, hasDueRenderings } from "./queries.ts";
import { userRecord } from "#engine/model/lookup/record-lookup.ts";
import { backgroundPool, readPool } from "#engine/runtime/pools.ts";

/** Renders messages again when the thumbnails of the pictures that they link to exist. */
export const messageRendering: DueWork<DueRendering, RenderedMessage | undefined> = {
  name: "renderings",
  isComing: hasDueRenderings,
  find: dueRenderings,
  async prepare(realm, { senderId, content }) {
    const sender = senderId === null ? undefined : userRecord(realm.model, senderId);
    if (sender === undefined || content === null) return undefined;
    const rendered = await renderFor(realm, sender, content);
    if (rendered.pages.length === 0) return rendered;
    const pages = await knownPages(readPool(realm), realm.id, rendered.pages);
    return renderFor(realm, sender, content, (url) => pages.get(url));
  },
  perform: (realm, { messageId, content }, rendered) =>
    realm.writeAsServer(async (tx) => {
      const isOver = rendered === undefined || content === null || (await rerender(tx, messageId, content, rendered));
      // If the text was edited since then, the row stays and is found again.
      if (isOver) await forgetRendering(tx.sql, tx.realmId, messageId);
    }),
  giveUp: (realm, { messageId }) => forgetRendering(backgroundPool(realm), realm.id, messageId),
};
