import type { Tx } from "../../../../engine/writer/tx.ts";
import { renderMessage } from "../../../../markup/render.ts";
import type { Model } from "../../../../engine/model/model.ts";
import type { Channel, User } from "../../../../engine/model/records.ts";
import { notificationBot } from "../../../people/users/bots/system-bots.ts";
import { noticeTarget } from "../access.ts";
import { contentTraits, type Message } from "../message.ts";
import { type Post, postToChannel, postToPeople } from "./post.ts";

/** What the organization itself has to say, by its notification bot. It may post wherever it is needed. */

const CLIENT = "Internal";

interface Manner {
  /**
   * On whose account it speaks. It may hold words of theirs, such as a name, and links only to what they may know of:
   * otherwise anybody could learn by a name whether there is such a private channel.
   */
  readonly by?: User;
  /** Those who know already. */
  readonly readBy?: readonly number[];
  /** What the notice speaks of, where the action itself has brought it about; by default the present model. */
  readonly model?: Model;
}

function notice(tx: Tx, content: string, { by, readBy = [], model = tx.model }: Manner = {}): Post {
  const rendered = renderMessage(content, { model, sender: by });
  return {
    content,
    renderedContent: rendered.html,
    client: CLIENT,
    senderRead: true,
    // It mentions nobody, whatever words of others it holds.
    traits: contentTraits(rendered),
    ...(readBy.length > 0 && { readBy }),
  };
}

export function noticeInChannel(
  tx: Tx,
  channel: Channel,
  topic: string,
  content: string,
  manner?: Manner,
): Promise<Message> {
  return postToChannel(tx, notificationBot(tx.model), noticeTarget(channel), topic, notice(tx, content, manner));
}

/** A direct message to one person. */
export function noticeToPerson(tx: Tx, user: User, content: string, manner?: Manner): Message {
  return postToPeople(tx, notificationBot(tx.model), [user], notice(tx, content, manner));
}
