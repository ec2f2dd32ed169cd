import { t } from "../language/text.ts";
import {
  channelIn,
  conditionsOf,
  conversationIn,
  isSearchNarrow,
  namesPerson,
  type Narrow,
  type Term,
} from "../narrow/terms.ts";
import { current } from "../store.ts";
import { channelName, conversationName } from "../ui/names.tsx";
import { NoResults } from "./no-results.tsx";

interface Words {
  readonly fact: string;
  /** What one can do here. */
  readonly hint: string;
}

/** What a view without messages says: that there are none, and what to do next. */
export function EmptyFeed({ narrow }: { readonly narrow: Narrow }) {
  if (isSearchNarrow(narrow)) return <NoResults narrow={narrow} />;
  const { fact, hint } = wordsFor(narrow);
  return (
    <div class="empty">
      <p>{fact}</p>
      <p class="hint">{hint}</p>
    </div>
  );
}

const nothingYet = () => t("No messages here yet.");

function wordsFor(narrow: Narrow): Words {
  const conversation = conversationIn(narrow, current.value.ownId);
  if (conversation?.kind === "topic") return { fact: nothingYet(), hint: t("Your message below starts this topic.") };
  if (conversation?.kind === "direct")
    return {
      fact: nothingYet(),
      hint: t("Your message below starts the conversation with {recipients}.", {
        recipients: conversationName(conversation),
      }),
    };
  const terms = conditionsOf(narrow);
  const channelId = channelIn(narrow);
  if (channelId !== undefined && terms.length === 1)
    return {
      fact: nothingYet(),
      hint: t("Start the first topic in #{channel}: give it a short name below and write your message.", {
        channel: channelName(channelId),
      }),
    };
  if (terms.length === 0)
    return { fact: nothingYet(), hint: t("Messages from all your channels and conversations appear here.") };
  return (VIEWS[terms.map(nameOfTerm).join(" ")] ?? searched)();
}

const nameOfTerm = ({ operator, operand, negated }: Term): string =>
  `${negated === true ? "-" : ""}${operator}:${namesPerson(operator) && operand === current.value.ownId ? "me" : String(operand)}`;

const searched = (): Words => ({
  fact: t("No results."),
  hint: t("Try fewer or other words, or remove a filter such as the channel or the sender."),
});

/** Views in the left column that can have nothing in them. */
const VIEWS: Readonly<Record<string, () => Words>> = {
  "is:starred": () => ({
    fact: t("You have no starred messages."),
    hint: t("Click the star beside a message to find it here later."),
  }),
  "is:mentioned": () => ({
    fact: t("No one has mentioned you yet."),
    hint: t("Messages that mention you appear here. Type @ in a message to mention someone."),
  }),
  "is:unread": () => ({ fact: t("No unread messages."), hint: t("New messages from all conversations appear here.") }),
  "is:followed": () => ({
    fact: t("No messages in topics you follow."),
    hint: t("Follow a topic from its menu, and its messages appear here."),
  }),
  "is:dm": () => ({
    fact: t("You have no direct messages."),
    hint: t("Click someone in the list of people, and write to them from their card."),
  }),
  "is:alerted": () => ({
    fact: t("No messages contain your alert words."),
    hint: t("Choose alert words in the settings. Messages that contain them appear here."),
  }),
  "has:reaction sender:me": () => ({
    fact: t("No one has reacted to your messages yet."),
    hint: t("Your messages appear here with other people’s reactions."),
  }),
};
