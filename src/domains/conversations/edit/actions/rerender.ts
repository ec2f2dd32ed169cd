import type { Tx } from "#engine/writer/tx.ts";
import type { RenderedMessage } from "#markup/render.ts";
import { audienceOf, keepersOf, whereaboutsOf } from "#domains/conversations/send/post/audience.ts";
import { messagesById } from "#domains/conversations/queries.ts";
import { unixSeconds } from "#platform/clock.ts";
import { contentTraits, TRAITS } from "#domains/records/messages/message.ts";
import { messageUpdated } from "../events.ts";
import { flagsOf, storeRendering } from "../queries.ts";

const NOBODY = 0;
const SHOWN = TRAITS.hasLink | TRAITS.hasImage;

/**
 * Stores another rendering of a message's text, because more is known of what it links to. Returns false, and stores
 * nothing, if the text has changed since it was rendered. This is no edit: it notifies nobody and is not in the history.
 */
export async function rerender(tx: Tx, id: number, content: string, rendered: RenderedMessage): Promise<boolean> {
  const [message] = (await messagesById(tx.sql, tx.realmId, NOBODY, [id])).rows;
  if (message === undefined) return true;
  if (message.content !== content) return false;
  if (message.renderedContent === rendered.html) return true;
  const traits = (message.traits & ~SHOWN) | contentTraits(rendered);
  const keepers = await keepersOf(tx, [message]);
  await storeRendering(tx.sql, tx.realmId, id, rendered.html, traits);
  const event = {
    user_id: null,
    edit_timestamp: unixSeconds(tx.now),
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    content,
    rendered_content: rendered.html,
    whereabouts: whereaboutsOf([message]),
    isDirect: message.isDirect,
    conversationId: message.conversationId,
    traits,
    ...(await flagsOf(tx.sql, tx.realmId, id)),
  };
  tx.emit(messageUpdated, event, audienceOf(tx.model, [message], keepers([message])));
  return true;
}
