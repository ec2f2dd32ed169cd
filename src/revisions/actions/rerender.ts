import type { Tx } from "../../db/tx.ts";
import { audienceOf, keepersOf, whereaboutsOf } from "../../messages/audience.ts";
import { messagesById } from "../../messages/queries.ts";
import { unixSeconds } from "../../platform/clock.ts";
import type { LoggedRevision } from "../events.ts";
import { flagsOf, storeRendering } from "../queries.ts";

const NOBODY = 0;

/**
 * Shows the text of a message in another way, because more is known of what it links to; not if it says something else
 * by now. This is no edit: nobody is alerted, and the message's history does not hold it.
 */
export async function rerender(tx: Tx, id: number, content: string, renderedContent: string): Promise<void> {
  const [message] = (await messagesById(tx.sql, tx.realmId, NOBODY, [id])).rows;
  if (message === undefined || message.content !== content || message.renderedContent === renderedContent) return;
  const keepers = await keepersOf(tx, [message]);
  await storeRendering(tx.sql, tx.realmId, id, renderedContent);
  const event: LoggedRevision = {
    type: "update_message",
    user_id: null,
    edit_timestamp: unixSeconds(tx.now),
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    content,
    rendered_content: renderedContent,
    whereabouts: whereaboutsOf([message]),
    isDirect: message.isDirect,
    conversationId: message.conversationId,
    traits: message.traits,
    ...(await flagsOf(tx.sql, tx.realmId, id)),
  };
  tx.emit(event, audienceOf(tx.model, [message], keepers([message])));
}
