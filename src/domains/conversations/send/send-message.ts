import type { Model } from "#engine/model/model.ts";
import type { User } from "#engine/model/records.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import { noteSent, roomInBacklog } from "#search/backlog.ts";
import { type MessageInput, type SendResult, sendToChannel, sendToPeople } from "./actions.ts";
import { sendAsBot } from "./bot-owner.ts";

/** The answer to who has sent a message, stored with it where the request has an `Idempotency-Key`. */
type AnswerOf<Answer> = (model: Model, sender: User, sent: SendResult) => Answer;

export const onlyId: AnswerOf<{ readonly id: number }> = (_model, _sender, { id }) => ({ id });

/** Sends a rendered message to a channel or to people. The owner of a bot learns of one that reaches nobody. */
export function sendMessage<Answer extends { readonly id: number }>(
  site: Site,
  realm: RealmRuntime,
  actor: User,
  input: MessageInput & { readonly topic: string },
  { isDirect, answerOf }: { readonly isDirect: boolean; readonly answerOf: AnswerOf<Answer> },
): Promise<Answer> {
  const send = isDirect ? sendToPeople : sendToChannel;
  const write = async () => {
    const room = roomInBacklog(realm);
    if (room !== undefined) await room;
    const sent = await realm.write(actor, async (tx, sender) =>
      answerOf(tx.model, sender, await send(tx, sender, input)),
    );
    noteSent(realm, sent.id);
    return sent;
  };
  return actor.botType === null || isDirect ? write() : sendAsBot(site, realm, actor, input.to, write);
}
