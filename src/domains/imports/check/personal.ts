import { cutTopic } from "#domains/conversations/topics/topic.ts";
import { type RowLocation, wrongRow } from "../staging/read-staging.ts";
import {
  checkExists,
  type CheckContext,
  existing,
  IMPORT_CLIENT,
  onePerPair,
  type TableCheck,
} from "./rows-to-store.ts";

const NOWHERE = "drafts and scheduled messages to channels that are not in the archive";

export function checkAlertWords({ known }: CheckContext): TableCheck<"alert_words"> {
  const isNew = onePerPair("the user's list of words");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    isNew(location, row.user_id, "");
    return { alert_words: [{ user_id: row.user_id, words: row.words }] };
  };
}

/** Whether all recipients are there. A channel may be missing from an archive without private data. */
function hasRecipients(
  { known, note }: CheckContext,
  location: RowLocation,
  { type, recipients }: { readonly type: string; readonly recipients: readonly number[] },
): boolean {
  if (type === "stream" && recipients.length > 1) throw wrongRow(location, "there is more than one channel");
  if (type !== "stream") for (const id of recipients) checkExists(location, known.users, id, "user");
  const isThere = type !== "stream" || recipients.every((id) => known.channels.has(id));
  if (!isThere) note(NOWHERE);
  return isThere;
}

export const checkDrafts =
  (context: CheckContext): TableCheck<"drafts"> =>
  (row, location) => {
    existing(location, context.known.users, row.user_id, "user");
    if (!hasRecipients(context, location, row)) return {};
    return { draft: [{ ...row, topic: cutTopic(row.topic) }] };
  };

export const checkSnippets =
  ({ known }: CheckContext): TableCheck<"saved_snippets"> =>
  (row, location) => {
    existing(location, known.users, row.user_id, "user");
    return { saved_snippet: [row] };
  };

export function checkViews({ known }: CheckContext): TableCheck<"navigation_views"> {
  const [isNew, isNewName] = [onePerPair("the view"), onePerPair("the name of the view")];
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    isNew(location, row.user_id, row.fragment);
    const name = row.name ?? null;
    if (name !== null) isNewName(location, row.user_id, name);
    return { navigation_view: [{ ...row, name }] };
  };
}

export function checkOnboarding({ known }: CheckContext): TableCheck<"onboarding_steps"> {
  const isNew = onePerPair("the step");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    isNew(location, row.user_id, row.name);
    return { onboarding_step: [row] };
  };
}

export const checkScheduled =
  (context: CheckContext): TableCheck<"scheduled_messages"> =>
  (row, location) => {
    existing(location, context.known.users, row.user_id, "user");
    if (row.recipients.length === 0) throw wrongRow(location, "the message has no recipients");
    if (!hasRecipients(context, location, row)) return {};
    return {
      scheduled_message: [
        {
          ...row,
          topic: cutTopic(row.topic),
          rendered_content: context.rendered(row.user_id, row.content, row.rendered_content),
          client: row.client ?? IMPORT_CLIENT,
          sender_read: true,
          failure: row.failure ?? null,
          revision: 0,
        },
      ],
    };
  };

export const checkReminders =
  (context: CheckContext): TableCheck<"reminders"> =>
  (row, location) => {
    existing(location, context.known.users, row.user_id, "user");
    if (!context.remindable.has(row.message_id)) {
      context.note("reminders of messages that are not in the archive");
      return {};
    }
    const rendered = context.rendered(row.user_id, row.content, row.rendered_content);
    return { reminder: [{ ...row, rendered_content: rendered, failure: row.failure ?? null }] };
  };

export function checkReadState({ known }: CheckContext): TableCheck<"read_state"> {
  const isNew = onePerPair("what the user has read");
  return (row, location) => {
    existing(location, known.users, row.user_id, "user");
    const { conversation_id: id } = row;
    checkExists(
      location,
      { has: (conversationId) => known.channels.has(conversationId) || known.conversations.has(conversationId) },
      id,
      "conversation",
    );
    isNew(location, row.user_id, id);
    if (row.ranges.endsWith(",)}")) throw wrongRow(location, "messages of the future are read");
    return { read_state: [row] };
  };
}
