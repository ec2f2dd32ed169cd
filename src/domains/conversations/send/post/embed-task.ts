import { rowStore } from "#engine/db/batch-insert.ts";
import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";

interface EmbedTask {
  readonly messageId: number;
}

const embedTaskStore = rowStore<EmbedTask>(
  "embed_task",
  { message_id: ["int8", ({ messageId }) => messageId] },
  { onConflict: "(realm_id, message_id) do update set noted_at = now(), due_at = now(), attempts = 0" },
);

/** Schedules the fetching of the pages to which a message links, if previews are shown for any of them. */
export function enqueueEmbedTask(tx: Tx, messageId: number, { pages }: RenderedMessage): void {
  if (pages.length > 0) tx.store(embedTaskStore, { messageId });
}
