import { inBackground } from "../link/background.ts";
import { call } from "../link/http.ts";
import { keepDraft } from "../link/cache.ts";
import type { Conversation } from "../state/conversation.ts";
import { current } from "../store.ts";
import { finishDeletions } from "./delete-drafts.ts";
import { idOnServer, localDraft, noteForgotten, posted, remember } from "./draft-store.ts";

/** What is being saved on the server, by key: one after another, so that a second request knows the ID of the first. */
const saves = new Map<string, Promise<void>>();

export function saveInTurn(conversation: Conversation, key: string): void {
  const saved = (saves.get(key) ?? Promise.resolve())
    .then(() => inBackground(saveOnServer(conversation, key)))
    .finally(() => {
      if (saves.get(key) === saved) saves.delete(key);
    });
  saves.set(key, saved);
}

async function saveOnServer(conversation: Conversation, key: string): Promise<void> {
  const draft = localDraft(key);
  if (draft === undefined) return;
  const { content, time } = draft;
  const serverId = idOnServer(draft);
  const timestamp = Math.floor(time / 1000);
  const place =
    conversation.kind === "topic"
      ? ({ type: "stream", to: [conversation.channelId], topic: conversation.topic } as const)
      : ({
          type: "private",
          to: conversation.userIds.length === 0 ? [current.peek().ownId] : [...conversation.userIds],
          topic: "",
        } as const);
  const form = { ...place, to: [...place.to], content, timestamp };
  if (serverId !== undefined) {
    await call("PATCH /drafts/{draft_id}", { draft_id: serverId, draft: form });
    return;
  }
  posted.set(key, timestamp);
  const { ids } = await call("POST /drafts", { drafts: [form] });
  const [id] = ids;
  const now = localDraft(key);
  if (id === undefined) return;
  if (now === undefined) void noteForgotten(id).then(finishDeletions);
  else {
    remember({ ...now, serverId: id });
    await keepDraft({ ...now, serverId: id });
  }
}
