import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { noteSent, roomInBacklog } from "#search/backlog.ts";
import { type MessageInput, sendToChannel, sendToPeople } from "./actions.ts";
import { sendAsBot } from "./bot-owner.ts";

interface Sent {
  readonly id: number;
  readonly automatic_new_visibility_policy?: 2 | 3;
}

/** Sends a rendered message to a channel or to people. The owner of a bot learns of one that reaches nobody. */
export function sendMessage(
  site: Site,
  realm: RealmRuntime,
  actor: User,
  input: MessageInput & { readonly topic: string },
  isDirect: boolean,
): Promise<Sent> {
  const send = isDirect ? sendToPeople : sendToChannel;
  const write = async () => {
    const room = roomInBacklog(realm);
    if (room !== undefined) await room;
    const sent = await realm.write(actor, async (tx, sender): Promise<Sent> => {
      const { id, visibility } = await send(tx, sender, input);
      return { id, ...(visibility !== undefined && { automatic_new_visibility_policy: visibility as 2 | 3 }) };
    });
    noteSent(realm, sent.id);
    return sent;
  };
  return actor.botType === null || isDirect ? write() : sendAsBot(site, realm, actor, input.to, write);
}
