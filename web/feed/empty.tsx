import { t } from "../language/text.ts";
import { channelIn, conditionsOf, conversationIn, isSearchNarrow, type Narrow, type Term } from "../narrow/terms.ts";
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

const nothingYet = () => t("There are no messages here yet.");

function wordsFor(narrow: Narrow): Words {
  const conversation = conversationIn(narrow, current.value.ownId);
  if (conversation?.kind === "topic") return { fact: nothingYet(), hint: t("Your message below begins this topic.") };
  if (conversation?.kind === "direct")
    return {
      fact: nothingYet(),
      hint: t("Your message below begins the conversation with {name}.", { name: conversationName(conversation) }),
    };
  const terms = conditionsOf(narrow);
  const channelId = channelIn(narrow);
  if (channelId !== undefined && terms.length === 1)
    return {
      fact: nothingYet(),
      hint: t("Start the first topic of #{channel}: name it below in a few words, and write your message.", {
        channel: channelName(channelId),
      }),
    };
  if (terms.length === 0)
    return { fact: nothingYet(), hint: t("Messages of all your channels and conversations come here.") };
  return (VIEWS[terms.map(nameOfTerm).join(" ")] ?? searched)();
}

const nameOfTerm = ({ operator, operand, negated }: Term): string =>
  `${negated === true ? "-" : ""}${operator}:${operator === "sender" && operand === current.value.ownId ? "me" : String(operand)}`;

const searched = (): Words => ({
  fact: t("Nothing was found."),
  hint: t("Try fewer words or another form of them, or leave out a condition such as the channel or the sender."),
});

/** Views in the left column that can have nothing in them. */
const VIEWS: Readonly<Record<string, () => Words>> = {
  "is:starred": () => ({
    fact: t("You have no starred messages."),
    hint: t("Star a message by the star beside it, and find it here later."),
  }),
  "is:mentioned": () => ({
    fact: t("Nobody has mentioned you yet."),
    hint: t("Messages with @ and your name come here. Type @ in a message to mention somebody."),
  }),
  "is:unread": () => ({ fact: t("Nothing is unread."), hint: t("New messages of all conversations come here.") }),
  "is:followed": () => ({
    fact: t("There is nothing in topics that you follow."),
    hint: t("Follow a topic by its menu, and its messages come here."),
  }),
  "is:dm": () => ({
    fact: t("You have no direct messages."),
    hint: t("Click on somebody in the list of people, and write to them from their card."),
  }),
  "is:alerted": () => ({
    fact: t("None of your alert words has been written."),
    hint: t("Choose them in the settings: messages that contain them come here."),
  }),
  "has:reaction sender:me": () => ({
    fact: t("Nobody has reacted to your messages yet."),
    hint: t("Messages of yours come here with the reactions of others."),
  }),
};
